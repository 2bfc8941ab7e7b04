import fs from 'node:fs'
import type { Product } from './product.ts'

// The processes below a product that has several.

/** Their numbers by name: 'web 1', 'worker'. Linux only, as several processes are. */
export function childrenOf({ child }: Pick<Product, 'child'>): Map<string, number> {
  const found = new Map<string, number>()
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [, script, post] = commandOf(pid)
    if (script?.endsWith('scripts/child.ts') && parentOf(pid) === child.pid)
      found.set(JSON.parse(post!).name, Number(pid))
  }
  return found
}

export const isThere = (pid: number) => fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(statusOf(String(pid)))

const read = (file: string) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const statusOf = (pid: string) => read(`/proc/${pid}/status`)
const commandOf = (pid: string) => read(`/proc/${pid}/cmdline`).split('\0')
const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)/m.exec(statusOf(pid))?.[1])

/** What the product's processes have counted: by line without its value. */
export async function figuresOf({ url }: Pick<Product, 'url'>): Promise<Map<string, number>> {
  const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(20_000) }).then((answer) => answer.text())
  return new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}
