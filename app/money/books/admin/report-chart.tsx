import { useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { briefDayIn, dayIn, monthIn, shortDayIn } from '#app/kit/time.ts'
import { ChartBars } from '#app/ui/chart-bars.tsx'
import { useWriting, type Writing } from '#app/ui/chart-frame.tsx'
import { nextStart, type PeriodStep } from './period.ts'
import type { ReportMark } from './report.ts'

/** Returns noon of a day in Nairobi, so that no time zone makes another day of it. */
const noon = (day: string) => new Date(`${day}T09:00:00Z`)

/** Returns a namer of time steps: '20 November 2026', '16 – 22 Nov 2026', 'November 2026'. */
export function useStepName() {
  const { t, i18n } = useLingui()
  const language = i18n.locale as Language
  return (step: PeriodStep, start: string) => {
    if (step === 'day') return dayIn(language, noon(start))
    if (step === 'month') return monthIn(language, noon(start))
    const last = new Date(noon(nextStart('week', start)).getTime() - 86_400_000)
    const [from, to] = [shortDayIn(language, noon(start)), briefDayIn(language, last)]
    return t`${from} – ${to}`
  }
}

type ReportChartProps = {
  marks: ReportMark[]
  step: PeriodStep
  /** The name of the bars: 'Gross', 'Accrued'. */
  what: string
  /** Writes a value; if left out, values are counts. */
  write?: Writing
}

/** Charts money or counts over time. */
export function ReportChart({ marks, step, what, write }: ReportChartProps) {
  const { t, i18n } = useLingui()
  const name = useStepName()
  const language = i18n.locale as Language
  const bars = marks.map(([start, value]) => ({ key: start, label: name(step, start), value }))
  const { full } = useWriting(write)
  const sum = full(bars.reduce((all, { value }) => all + value, 0))
  const best = bars.reduce((most, bar) => (bar.value > most.value ? bar : most))
  const [when, most] = [best.label, full(best.value)]
  const tick = (start: string) =>
    step === 'month' ? monthIn(language, noon(start), 'short') : shortDayIn(language, noon(start))
  const places = [...new Set([0, 1 / 3, 2 / 3, 1].map((part) => Math.round(part * (bars.length - 1))))]
  const says =
    best.value > 0 ? t`${what}: ${sum} in all. The most was ${most}, ${when}.` : t`${what}: nothing in this period.`
  const heads = { day: t`Day`, week: t`Week`, month: t`Month` }
  return (
    <ChartBars
      says={says}
      heads={[heads[step], what]}
      marks={bars}
      ticks={places.map((at) => ({ at, text: tick(bars[at]!.key) }))}
      write={write}
    />
  )
}
