import { type Bounds, LineFull, newLine } from '#app/platform/turns.server.ts'
import type { Child } from './child.server.ts'

/** A process, of which one life holds a place. */
type Holder = Pick<Child, 'starts' | 'isUp'>

/** Lines in which the processes wait together. A place whose holder has died is free. */
export function sharedLines() {
  const lines = new Map<string, ReturnType<typeof newLine>>()
  const held = new Map<Holder, string[]>()
  const leave = (child: Holder, name: string) => {
    const names = held.get(child) ?? []
    if (!names.includes(name)) return
    names.splice(names.indexOf(name), 1)
    lines.get(name)!.leave()
  }
  return {
    async enter(child: Holder, { name, bounds }: { name: string; bounds: Bounds }): Promise<boolean> {
      const starts = child.starts()
      const line = lines.get(name) ?? newLine(bounds)
      lines.set(name, line)
      try {
        await line.enter()
      } catch (error) {
        if (error instanceof LineFull) return false
        throw error
      }
      // It died while it waited.
      if (child.starts() !== starts || !child.isUp()) {
        line.leave()
        return false
      }
      held.set(child, [...(held.get(child) ?? []), name])
      return true
    },
    leave,
    leaveAll: (child: Holder) => {
      for (const name of [...(held.get(child) ?? [])]) leave(child, name)
    },
  }
}
