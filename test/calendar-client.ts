// A small calendar program: what it has of each event after it opened files, in whatever order they reached it. It keeps to
// RFC 5546: a file that is older than what it has changes nothing, and what was cancelled stays so until a newer file.

export type Line = { name: string; params: Record<string, string>; value: string }
type Entry = { sequence: number; cancelled: boolean; lines: Line[] }

export const linesOf = (file: string): Line[] =>
  file
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, name = '', params = '', value = ''] =
        /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:]*))*):(.*)$/s.exec(line) ?? []
      if (!name) throw new Error(`not a line of a calendar: ${line}`)
      const pairs = [...params.matchAll(/;([A-Z-]+)=(?:"([^"]*)"|([^";:]*))/g)]
      return { name, params: Object.fromEntries(pairs.map(([, key, long, short]) => [key, long ?? short])), value }
    })

/** The values of one name in a file, unescaped. */
export const valuesOf = (file: string, name: string) =>
  linesOf(file)
    .filter((line) => line.name === name)
    .map(({ value }) => value.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)))

export function calendarClient() {
  const entries = new Map<string, Entry>()
  return {
    open(file: string) {
      const lines = linesOf(file)
      const one = (name: string) => lines.find((line) => line.name === name)!.value
      const [uid, sequence] = [one('UID'), Number(one('SEQUENCE'))]
      const known = entries.get(uid)
      if (known && known.sequence >= sequence) return
      entries.set(uid, { sequence, cancelled: one('METHOD') === 'CANCEL', lines })
    },
    /** What is seen in it: the events that stand, by when they begin. */
    shown: () =>
      [...entries.values()]
        .filter(({ cancelled }) => !cancelled)
        .map(({ lines }) => lines.find(({ name }) => name === 'DTSTART')!.value)
        .sort(),
  }
}
