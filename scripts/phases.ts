import os from 'node:os'

// How long the parts of a run take: seconds of the clock, and seconds of all processors of the machine in that time. The
// second figure is right only where nothing else runs, and parts that run side by side have it together.

const phases: string[] = []

export async function phase<Done>(name: string, run: () => Promise<Done>): Promise<Done> {
  const [started, busy] = [performance.now(), busySeconds()]
  try {
    return await run()
  } finally {
    const seconds = Math.round((performance.now() - started) / 100) / 10
    phases.push(`${name} ${seconds} s (${Math.round(busySeconds() - busy)} of processors)`)
  }
}

export const phaseLine = () => phases.join(', ')

const busySeconds = () => os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000
