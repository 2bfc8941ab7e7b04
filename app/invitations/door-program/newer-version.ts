import type { Phone } from './phone.ts'

// A new version takes over when nothing waits and nobody has stood before the phone for a while.

const idle = 10 * 60_000
const look = 60_000

export async function newerVersion(phone: Phone): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker
    .register('/door/sw.js', { scope: '/door', updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  // The first one takes over a page that is current.
  let isFirst = !navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload()
    isFirst = false
  })
  setInterval(() => {
    const isIdle = phone.waits === 0 && Date.now() - phone.touched > idle
    if (isIdle && registration.waiting) registration.waiting.postMessage('take over')
    else if (navigator.onLine) void registration.update().catch(() => {})
  }, look)
}
