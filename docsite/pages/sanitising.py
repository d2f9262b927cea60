import nh3
def clean_rich(html): return html, []
def clean_html(html): return nh3.clean(html)
