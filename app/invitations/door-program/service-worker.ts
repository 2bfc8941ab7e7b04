// Keeps the door's page and its files on the phone, so that it opens without a network. No guest data goes through here.

/** The page and its files. The server writes this list before the code below. */
type Shell = { page: string; files: string[] }
/** The few types of the service worker's scope that are used here: TypeScript's DOM types lack them. */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Event & { request: Request; respondWith(answer: Promise<Response>): void }
type World = {
  shell: Shell
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(name: 'install' | 'activate', hear: (event: Waiting) => void): void
  addEventListener(name: 'fetch', hear: (event: Fetching) => void): void
  addEventListener(name: 'message', hear: (event: MessageEvent) => void): void
}
const world = globalThis as unknown as World
const { page, files } = world.shell
const cache = `door ${files.join(' ')}`

world.addEventListener('install', (event) => {
  const all = async () => (await caches.open(cache)).addAll([page, ...files])
  event.waitUntil(all())
})

world.addEventListener('activate', (event) => {
  const tidy = async () => {
    const old = (await caches.keys()).filter((one) => one.startsWith('door ') && one !== cache)
    await Promise.all(old.map((one) => caches.delete(one)))
    await world.clients.claim()
  }
  event.waitUntil(tidy())
})

/** A new version waits until the page says that it may take over. */
world.addEventListener('message', ({ data }) => {
  if (data === 'take over') void world.skipWaiting()
})

world.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  const isPage = request.mode === 'navigate' && /^\/door(\/join\/[^/]+)?\/?$/.test(pathname)
  if (!isPage && !files.includes(pathname)) return
  const kept = async () => (await (await caches.open(cache)).match(isPage ? page : pathname)) ?? fetch(request)
  event.respondWith(kept())
})
