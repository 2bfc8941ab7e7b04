/** Returns a path of this product as a browser will read it, or undefined: never another site, whatever was asked for. */
export function ownPath(asked: string | null | undefined): string | undefined {
  if (!asked?.startsWith('/') || /[\p{Cc}\\]/u.test(asked)) return undefined
  const url = URL.canParse(asked, 'http://here.invalid') ? new URL(asked, 'http://here.invalid') : undefined
  if (url?.origin !== 'http://here.invalid') return undefined
  // The parsed path is checked once more: '/.//evil' has become '//evil' by now.
  return url.pathname.startsWith('//') ? undefined : url.pathname + url.search + url.hash
}
