import { metrics, productMetrics } from '#app/platform/metrics.server.ts'
import { askParent, thePost } from './as-child.server.ts'

// One scrape returns all metrics: the process that is asked has its parent gather those of the others. Each metric names its
// process, so that one that restarts, and counts from zero, does not look like a fall of the total.

/** A metric in prom-client's JSON. */
type Metric = {
  name: string
  help: string
  type: unknown
  values: { metricName?: string; labels: Record<string, string | number>; value: number | null }[]
}
export type ProcessFigures = { process: string; isUp: boolean; starts: number; counted: Metric[] }

/** Returns this process's metrics, for the others. */
export const ownFigures = () => metrics.getMetricsAsJSON() as unknown as Promise<Metric[]>

/** Returns all metrics, in Prometheus's format. */
export async function processFigures(): Promise<string> {
  const own = thePost() ? figuresText(await askParent<ProcessFigures[]>('figures')) : await metrics.metrics()
  return own + (await productMetrics.metrics())
}

/** Joins the metrics of several processes to one text. */
export function figuresText(all: ProcessFigures[]): string {
  const merged = new Map<string, Metric>()
  const add = (process: string, { values, ...metric }: Metric) => {
    const known = merged.get(metric.name) ?? { ...metric, values: [] }
    merged.set(metric.name, known)
    known.values.push(...values.map((one) => ({ ...one, labels: { ...one.labels, process } })))
  }
  for (const { process, isUp, starts, counted } of all) {
    add(process, { ...ofProcesses.up, values: [{ labels: {}, value: Number(isUp) }] })
    add(process, { ...ofProcesses.starts, values: [{ labels: {}, value: starts }] })
    for (const metric of counted) add(process, metric)
  }
  return [...merged.values()].map(textOf).join('')
}

/** The metrics about processes that only the parent has. */
export const ofProcesses = {
  up: { name: 'process_up', help: '1 for a process that runs', type: 'gauge' },
  starts: { name: 'process_starts_total', help: 'How often each process was started', type: 'counter' },
}

const textOf = ({ name, help, type, values }: Metric) =>
  [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...values.map(({ metricName = name, labels, value }) => `${metricName}{${labelsText(labels)}} ${value ?? 'NaN'}`),
    '',
  ].join('\n')

const labelsText = (labels: Record<string, string | number>) =>
  Object.entries(labels)
    .map(
      ([name, value]) => `${name}="${String(value).replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`))}"`,
    )
    .join(',')
