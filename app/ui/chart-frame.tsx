import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCount } from './use-count.ts'

export type ChartMark = {
  key: string
  /** The label as the table writes it: '20 November 2026', 'Kenya'. */
  label: string
  value: number
}

/** The format of a chart's values: in full, and short for its axis. Without it they are counts. */
export type Writing = { full: (value: number) => string; short: (value: number) => string }

export function useWriting(write: Writing | undefined): Writing {
  const count = useCount()
  return write ?? { full: count, short: count }
}

type ChartFrameProps = {
  /** A sentence that says what the picture shows; screen readers read it instead. */
  says: string
  marks: ChartMark[]
  /** The headings of the table: the grouping, and the count. */
  heads: [by: string, what: string]
  write?: Writing | undefined
  children: ReactNode
}

/** A chart: the picture, a sentence that describes it, and all its numbers as a table one click away. */
export function ChartFrame({ says, marks, heads, write, children }: ChartFrameProps) {
  const { full } = useWriting(write)
  return (
    <figure className="min-w-0">
      <figcaption className="mb-4 text-[0.9375rem] text-muted">{says}</figcaption>
      <div role="img" aria-label={says}>
        {children}
      </div>
      <details className="group mt-3">
        <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control px-2 font-semibold text-[0.9375rem] hover:bg-well [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
          <Trans>Show as a table</Trans>
        </summary>
        <section
          aria-label={says}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
          tabIndex={0}
          className="max-h-80 overflow-y-auto rounded-control border border-line"
        >
          <table className="w-full text-left text-[0.9375rem]">
            <caption className="sr-only">{says}</caption>
            <thead className="sticky top-0 bg-well text-sm">
              <tr>
                <th scope="col" className="px-3 py-2 font-semibold">
                  {heads[0]}
                </th>
                <th scope="col" className="px-3 py-2 text-right font-semibold">
                  {heads[1]}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {marks.map(({ key, label, value }) => (
                <tr key={key}>
                  <th scope="row" className="wrap-anywhere px-3 py-2 font-normal">
                    {label}
                  </th>
                  <td className="figures px-3 py-2 text-right">{full(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  )
}
