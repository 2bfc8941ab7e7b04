import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { dayOf, type Method, recordedByWords, recordedMethodWords } from './recorded.ts'

type Seen = {
  id: number
  amount: number
  method: Method
  by: string
  name: string
  anonymous: boolean
  givenOn: string
}

/** The recorded gifts of a drive as its visitors see them. */
export function RecordedSeen({ gifts, hidden }: { gifts: Seen[]; hidden: boolean }) {
  const { i18n } = useLingui()
  if (gifts.length === 0)
    return (
      <p className="text-muted">
        {hidden ? <Trans>They are not shown at present.</Trans> : <Trans>No recorded gifts yet</Trans>}
      </p>
    )
  return (
    <ul className="-my-2 divide-y divide-line">
      {gifts.map(({ id, amount, method, by, name, anonymous, givenOn }) => (
        <li key={id} className="grid gap-0.5 py-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-6">
            <span className="wrap-anywhere font-semibold" dir="auto">
              {name || i18n._(namelessSeen(anonymous))}
            </span>
            <span className="figures font-bold">{moneyText(amount)}</span>
          </p>
          <p className="text-muted text-sm">
            {briefDayIn(i18n.locale as Language, dayOf(givenOn))} · {i18n._(recordedMethodWords[method])}
          </p>
          <p className="wrap-anywhere text-muted text-sm">{i18n._(recordedByWords(by))}</p>
        </li>
      ))}
    </ul>
  )
}
