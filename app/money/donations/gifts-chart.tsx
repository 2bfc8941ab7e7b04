import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn, noonOf, shortDayIn } from '#app/kit/time.ts'
import { ChartBars } from '#app/ui/chart.tsx'
import type { GiftDays } from './gifts-by-day.server.ts'

const brief = new Intl.NumberFormat('en-KE', { notation: 'compact', maximumFractionDigits: 1 })
const write = { full: (cents: number) => moneyText(cents), short: (cents: number) => brief.format(cents / 100) }

/** Shows what came in on each day. */
export function GiftsChart({ days, amount, gifts }: GiftDays) {
  const { t, i18n } = useLingui()
  const language = i18n.locale as Language
  const count = days.length
  if (gifts === 0) return <p className="text-muted">{t`No gifts in the last ${count} days.`}</p>
  const marks = days.map((one) => ({ key: one.day, label: dayIn(language, noonOf(one.day)), value: one.amount }))
  const most = marks.reduce((best, mark) => (mark.value > best.value ? mark : best))
  const [sum, best, on] = [moneyText(amount), moneyText(most.value), most.label]
  const ticks = [0, 1 / 3, 2 / 3, 1].map((part) => {
    const at = Math.round(part * (count - 1))
    return { at, text: shortDayIn(language, noonOf(days[at]!.day)) }
  })
  const says = t`${sum} from ${plural(gifts, { one: '# gift', other: '# gifts' })} in the last ${count} days. The best day was ${on}, with ${best}.`
  return <ChartBars says={says} heads={[t`Day`, t`Amount`]} marks={marks} ticks={ticks} write={write} />
}
