import * as fs from 'node:fs'

// How much memory a server takes, with the processes that decode for it. Its database is counted apart: it may stand
// on another machine.

const read = (file: string): string => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const residentOf = (pid: string | number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024

const decodersOf = (pid: number): string[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => read(`/proc/${name}/cmdline`).includes('decoder.server.mjs'))
    .filter((name) => new RegExp(`PPid:\\s+${pid}\\b`).test(read(`/proc/${name}/status`)))

/** Watches a server and its decoders until `stop`; the most they took together and each, in megabytes (Linux only). */
export function memoryOf(pid: number) {
  let decoders: string[] = []
  const seen = { most: 0, server: 0, decoders: 0 }
  const look = () => {
    const server = residentOf(pid)
    const apart = decoders.reduce((sum, one) => sum + residentOf(one), 0)
    seen.server = Math.max(seen.server, server)
    seen.decoders = Math.max(seen.decoders, apart)
    seen.most = Math.max(seen.most, server + apart)
  }
  const search = setInterval(() => {
    decoders = decodersOf(pid)
  }, 250)
  const watch = setInterval(look, 25)
  look()
  return {
    stop() {
      clearInterval(search)
      clearInterval(watch)
      look()
      return { most: Math.round(seen.most), server: Math.round(seen.server), decoders: Math.round(seen.decoders) }
    },
  }
}
