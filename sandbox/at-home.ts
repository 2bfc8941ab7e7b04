/**
 * True for the person who sits at this machine and asks it by a name of its own, without a proxy in between. A page elsewhere
 * that a browser here has open is turned away: it would say where it comes from, or ask by another name.
 */
export function isAtHome(request: Request, address: string): boolean {
  const { headers } = request
  const proxied = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'x-real-ip', 'via']
  if (proxied.some((name) => headers.has(name))) return false
  if (!/^(127(\.\d{1,3}){3}|::1)$/.test(address)) return false
  const host = headers.get('host') ?? new URL(request.url).host
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)) return false
  const origin = headers.get('origin')
  if (origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)) return false
  return !/^(cross-site|same-site)$/.test(headers.get('sec-fetch-site') ?? '')
}
