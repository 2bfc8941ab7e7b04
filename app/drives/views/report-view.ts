/** A page that the browser draws in advance has no reader yet. */
async function whenSeen(): Promise<void> {
  if (!(document as { prerendering?: boolean }).prerendering) return
  await new Promise((resolve) => document.addEventListener('prerenderingchange', resolve, { once: true }))
}

/** Seconds to wait before the next try, where a line broke or many in one network came at once. */
const pauses = [3, 15, 60]

/** Tells the server that a person looks at the drive, once the page is seen, and what became of it as far as that is known. */
export async function reportView(driveId: string, token: string, isHere = () => true): Promise<string | undefined> {
  await whenSeen()
  const body = JSON.stringify({
    fund_drive_id: driveId,
    device_type: deviceTypeOf(navigator.userAgent),
    location: 'Unknown',
  })
  for (const pause of pauses) {
    // The server keeps only the kind of place that the visitor came from.
    const from = encodeURI(document.referrer)
    const headers = { 'content-type': 'application/json', 'page-token': token, 'page-from': from }
    const asked = { method: 'POST', body, keepalive: true, headers }
    const answer = await fetch('/api/track-view', asked).catch(() => undefined)
    if (answer?.ok) return ((await answer.json()) as { view: string }).view
    if (answer && answer.status < 500 && answer.status !== 429) return
    const wait = Math.max(pause, Number(answer?.headers.get('retry-after')) || 0)
    await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    if (!isHere()) return
  }
}

export type DeviceType = 'mobile' | 'tablet' | 'desktop'

/** Returns the kind of device, as far as the browser says so. */
export function deviceTypeOf(userAgent: string): DeviceType {
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(userAgent)) return 'tablet'
  return /mobi|iphone|ipod|android|kaios|opera mini|blackberry/i.test(userAgent) ? 'mobile' : 'desktop'
}
