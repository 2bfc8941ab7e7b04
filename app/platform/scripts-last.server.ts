/**
 * The router asks for its scripts before the style sheet and with the same urgency. The page can be read and used without
 * them, so what is seen comes first: style sheet, typeface and the first picture.
 */
export function scriptsLast(html: string): string {
  const end = html.indexOf('</head>')
  if (end < 0) return html
  const links: string[] = []
  const head = html.slice(0, end).replace(/<link rel="modulepreload"[^>]*>/g, (link) => {
    links.push(link.replace('<link ', '<link fetchpriority="low" '))
    return ''
  })
  return head + links.join('') + html.slice(end)
}
