import * as fs from 'node:fs'

/** Does something while no other process does it. A lock left behind by a killed process doesn't count. */
export async function alone(lock: string, act: () => Promise<void>): Promise<void> {
  while (!take(lock)) await new Promise((resolve) => setTimeout(resolve, 100))
  try {
    await act()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

// Longer than anything done alone takes; after it a number may belong to another process by now.
const longest = 180_000

function take(lock: string): boolean {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!isHeld(lock)) fs.rmSync(lock, { force: true })
    return false
  }
}

function isHeld(lock: string): boolean {
  try {
    const pid = Number(fs.readFileSync(lock, 'utf8'))
    const age = Date.now() - fs.statSync(lock).mtimeMs
    // A lock without a number was made this very moment, or its maker was killed in it.
    return pid === 0 ? age < 2000 : age < longest && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
