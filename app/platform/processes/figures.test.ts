import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { figuresText, type ProcessFigures } from './metrics.server.ts'

async function counted(times: number): Promise<ProcessFigures['counted']> {
  const registers = [new Registry()]
  const seconds = { name: 'took_seconds', help: 'Time\nof it', labelNames: ['route'] as const, registers }
  new Histogram({ ...seconds, buckets: [0.1, 1] }).observe({ route: '/a"b\\c' }, 0.5)
  new Counter({ name: 'things_total', help: 'Things', registers }).inc(times)
  new Gauge({ name: 'odd', help: 'Odd', registers }).set(Number.NaN)
  // As it comes through the pipe.
  return JSON.parse(JSON.stringify(await registers[0]!.getMetricsAsJSON()))
}

test('one text with the figures of all, each under its name once, and with whose it is', async () => {
  const up = { isUp: true, starts: 1 }
  const text = figuresText([
    { process: 'web 1', ...up, counted: await counted(3) },
    { process: 'web 2', isUp: false, starts: 4, counted: [] },
    { process: 'worker', ...up, counted: await counted(40) },
  ])
  const lines = text.split('\n')
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toEqual([
    '# TYPE process_up gauge',
    '# TYPE process_starts_total counter',
    '# TYPE took_seconds histogram',
    '# TYPE things_total counter',
    '# TYPE odd gauge',
  ])
  for (const line of [
    'process_up{process="web 2"} 0',
    'process_starts_total{process="web 2"} 4',
    '# HELP took_seconds Time\\nof it',
    'took_seconds_bucket{le="1",route="/a\\"b\\\\c",process="web 1"} 1',
    'took_seconds_bucket{le="+Inf",route="/a\\"b\\\\c",process="worker"} 1',
    'took_seconds_sum{route="/a\\"b\\\\c",process="web 1"} 0.5',
    'things_total{process="web 1"} 3',
    'things_total{process="worker"} 40',
    'odd{process="worker"} NaN',
  ])
    expect(lines).toContain(line)
  // All of one name lie together, as Prometheus wants them.
  const names = lines.filter((line) => line.startsWith('things_total'))
  expect(lines.slice(lines.indexOf(names[0]!), lines.indexOf(names[0]!) + 2)).toEqual(names)
})
