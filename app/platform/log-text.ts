// The log for a person at a terminal: one readable line for an event.

const levels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warning', 50: 'error', 60: 'error' }
const usual = ['level', 'time', 'msg', 'request', 'err']

type Event = { level: number; time: number; msg?: string; request?: string; err?: { name?: string; message?: string } }

/** Writes a line of the log, which is JSON, as text: when, how bad, what, the facts, and the number that the person saw. */
export function logText(json: string): string {
  const event = JSON.parse(json) as Event & Record<string, unknown>
  const { level, time, msg = '', request, err } = event
  const facts = Object.entries(event).filter(([name, value]) => !usual.includes(name) && value !== null)
  const parts = [
    `${new Date(time).toISOString().slice(11, 19)}  ${levels[level] ?? level}  ${msg}`,
    ...(err ? [`${err.name}: ${err.message}`] : []),
    ...(facts.length > 0 ? [facts.map(([name, value]) => `${name}=${inShort(value)}`).join(' ')] : []),
    ...(request ? [`log id ${request}`] : []),
  ]
  return `${parts.join(' · ').replace(/\s*\n\s*/g, ' ')}\n`
}

function inShort(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
