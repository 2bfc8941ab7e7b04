import { useLingui } from '@lingui/react/macro'
import type { FactValue } from '#app/base/audit/audit.ts'
import { moneyText } from '#app/kit/money.ts'
import { factNamed, factsOfLog, isSum, type LogFact, type LogLine, wordsOfFact } from './log.ts'

/** Shows the changed values, before and after; for a mere view, how the subject was found. */
export function FactList({ line }: { line: LogLine }) {
  const facts = factsOfLog(line)
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-0.5 text-sm">
      {facts.map((fact) => (
        <Changed key={fact.name} fact={fact} line={line} />
      ))}
    </dl>
  )
}

function Changed({ fact: { name, before, after }, line }: { fact: LogFact; line: LogLine }) {
  const { noun, named } = line
  const { i18n, t } = useLingui()
  const words = (value: FactValue | undefined) => {
    if (value === null || value === undefined || value === '') return t({ message: 'nothing', context: 'a value' })
    if (typeof value === 'boolean') return value ? t({ message: 'yes' }) : t({ message: 'no' })
    if (typeof value === 'number' && isSum(noun, name)) return moneyText(value, 'KSH')
    const meant = wordsOfFact(name, value)
    return meant ? i18n._(meant) : (named[String(value)] ?? String(value))
  }
  return (
    <div className="flex flex-wrap gap-x-1.5 @max-2xl:justify-end">
      <dt className="text-muted">{`${i18n._(factNamed(name))}: `}</dt>
      <dd className="wrap-anywhere" dir="auto">
        {before === undefined ? words(after) : `${words(before)} → ${words(after)}`}
      </dd>
    </div>
  )
}
