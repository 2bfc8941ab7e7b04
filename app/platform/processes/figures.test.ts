import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'

/** The metrics of a process, as it sends them to its parent. */
async function counted(process: string, times: number) {
  const registry = new Registry()
  registry.setDefaultLabels({ process })
  const registers = [registry]
  const seconds = { name: 'took_seconds', help: 'Time of it', labelNames: ['route'] as const, registers }
  new Histogram({ ...seconds, buckets: [0.1, 1] }).observe({ route: '/a"b\\c' }, 0.5)
  new Counter({ name: 'things_total', help: 'Things', registers }).inc(times)
  new Gauge({ name: 'odd', help: 'Odd', registers }).set(Number.NaN)
  return JSON.parse(JSON.stringify(await registry.getMetricsAsJSON()))
}

test('one text has the metrics of all processes, each under its name once, and with the name of its process', async () => {
  const text = await AggregatorRegistry.aggregate([await counted('web 1', 3), await counted('worker', 40)]).metrics()
  const lines = text.split('\n')
  expect(lines.filter((line) => line.startsWith('# TYPE'))).toEqual([
    '# TYPE took_seconds histogram',
    '# TYPE things_total counter',
    '# TYPE odd gauge',
  ])
  for (const line of [
    'took_seconds_bucket{le="1",route="/a\\"b\\\\c",process="web 1"} 1',
    'took_seconds_bucket{le="+Inf",route="/a\\"b\\\\c",process="worker"} 1',
    'took_seconds_sum{route="/a\\"b\\\\c",process="web 1"} 0.5',
    'things_total{process="web 1"} 3',
    'things_total{process="worker"} 40',
  ])
    expect(lines).toContain(line)
})
