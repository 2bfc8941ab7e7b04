import { useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import { shortDayIn } from '#app/kit/time.ts'
import type { LeftOut } from './row.ts'
import { rowReasonWords } from './says.ts'

/** Lines that propose nothing, each with its reason: nothing that was pasted is dropped in silence. */
export function LeftOutLines({ lines }: { lines: LeftOut[] }) {
  return (
    <ul className="grid">
      {lines.map((line) => (
        <li key={line.nr} className="grid gap-0.5 border-line border-t py-2 first:border-t-0">
          <Reason line={line} />
          <bdi className="line-clamp-3 text-muted text-sm wrap-anywhere">{line.text}</bdi>
        </li>
      ))}
    </ul>
  )
}

function Reason({ line: { line, reason, counted } }: { line: LeftOut }) {
  const { t, i18n } = useLingui()
  const day =
    reason === 'known' && counted ? shortDayIn(knownLanguage(i18n.locale), new Date(`${counted}T12:00:00Z`)) : ''
  const words = reason === 'known' ? (day ? t`Counted on ${day}` : t`Counted already`) : i18n._(rowReasonWords[reason])
  return (
    <p className="flex flex-wrap gap-x-2 font-semibold text-sm">
      <span className="font-normal text-muted">{t`Line ${line}`}</span>
      {words}
    </p>
  )
}
