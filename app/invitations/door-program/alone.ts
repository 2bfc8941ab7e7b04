// What a phone needs before it is a door: to be the only tab, and a secret of its own.

/** One tab scans: two would number their events alike. `waits` is called when another tab is the door. */
export async function alone(waits: () => void): Promise<void> {
  if (!navigator.locks) return
  const held = (options: LockOptions) =>
    new Promise<boolean>((has) => {
      void navigator.locks.request('door', options, (lock) => {
        has(lock !== null)
        // Held until the tab is closed.
        return lock ? new Promise(() => {}) : undefined
      })
    })
  if (await held({ ifAvailable: true })) return
  waits()
  await held({})
}

/** What a phone shows with each call: 256 random bits. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** The code of a guest as it was typed, without spaces and marks. */
export const passCodeIn = (text: string): string =>
  text
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
