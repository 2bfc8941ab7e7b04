import { readdirSync, readFileSync } from 'node:fs'

// What processes have taken of the processor so far. Linux only: by the scheduler's own books, to the nanosecond.

/** Milliseconds that all threads of these processes and of their children have taken. */
export function processorOf(pids: number[]): number {
  let all = 0
  for (const pid of pids)
    for (const thread of entries(`/proc/${pid}/task`))
      all += Number(text(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6
  return all
}

/** Milliseconds that children of this process had taken that are gone by now: those that helped with one question, mostly. */
export function processorGone(pid: number): number {
  const fields = text(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** The processes that this one has started, and that are still there. */
export const childrenOf = (pid: number): number[] =>
  entries('/proc')
    .filter(
      (name) => /^\d+$/.test(name) && text(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1] === String(pid),
    )
    .map(Number)

/** All processes below this one, no matter which of them started them. */
const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])

/** What a started product has taken so far, and the processes below it, which are its database. */
export const spent = (pid: number) => ({ product: processorOf([pid]), database: processorOf(below(pid)) })

export const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

/** The process that has started this one. */
export const parentOf = (pid: number): number => Number(text(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ')[1])

function entries(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
function text(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
