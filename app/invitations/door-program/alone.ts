// Before a phone becomes a door it must be the only tab, and needs a secret of its own.

/** Lets one tab scan: two would number their events alike. `waits` is called when another tab is the door. */
export async function alone(waits: () => void): Promise<void> {
  if (!navigator.locks) return
  const held = (options: LockOptions) =>
    new Promise<boolean>((has) => {
      void navigator.locks.request('door', options, (lock) => {
        has(lock !== null)
        // The lock is held until the tab is closed.
        return lock ? new Promise(() => {}) : undefined
      })
    })
  if (await held({ ifAvailable: true })) return
  waits()
  await held({})
}

/** Makes the secret that a phone sends with each call: 256 random bits. */
export const newKey = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** Returns a guest's code as typed, without spaces and marks. */
export const passCodeIn = (text: string): string =>
  text
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
