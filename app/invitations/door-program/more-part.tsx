import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { clockThere } from '#app/kit/zones.ts'
import { Button } from '#app/ui/button.tsx'
import { LanguageButton } from './language-button.tsx'
import type { Phone } from './phone.ts'
import { WalkIn } from './walk-in.tsx'

/** What is needed now and then: guests of no list, what was let in here, the language, and leaving. */
export function MorePart({ phone, turn }: { phone: Phone; turn: () => void }) {
  const { walkIns } = phone.book.head!.occasion
  const summary = 'min-h-11 cursor-pointer py-2 font-semibold'
  return (
    <div className="grid gap-2 *:min-w-0">
      {walkIns && (
        <details className="rounded-card border border-line bg-card px-4">
          <summary className={summary}>
            <Trans>A person on no list</Trans>
          </summary>
          <div className="pb-4">
            <WalkIn phone={phone} />
          </div>
        </details>
      )}
      <details className="rounded-card border border-line bg-card px-4">
        <summary className={summary}>
          <Trans>Let in here</Trans>
        </summary>
        <OwnList phone={phone} />
      </details>
      <details className="rounded-card border border-line bg-card px-4">
        <summary className={summary}>
          <Trans>More</Trans>
        </summary>
        <div className="flex flex-wrap gap-2 pb-4">
          <LanguageButton turn={turn} />
          <Leave phone={phone} />
        </div>
      </details>
    </div>
  )
}

/** What this phone did last. Each of it can be taken back. */
function OwnList({ phone }: { phone: Phone }) {
  const { t, i18n } = useLingui()
  const { own, head } = phone.book
  if (own.length === 0)
    return (
      <p className="pb-4 text-muted">
        <Trans>Nobody yet.</Trans>
      </p>
    )
  return (
    <ol className="divide-y divide-line pb-2">
      {own.slice(0, 20).map((arrival) => {
        const name = phone.book.nameOf(arrival) || t`Without a name`
        return (
          <li key={arrival.id} className="flex items-center justify-between gap-3 py-2">
            <span className="wrap-anywhere min-w-0" dir="auto">
              {name} · {clockThere(i18n.locale as Language, new Date(arrival.at), head!.occasion.zone)} ·{' '}
              <Plural value={arrival.people} one="# person" other="# people" />
            </span>
            <Button
              type="button"
              variant="secondary"
              aria-label={t`Undo: ${name}`}
              onClick={() => void phone.undo(arrival)}
            >
              <Trans>Undo</Trans>
            </Button>
          </li>
        )
      })}
    </ol>
  )
}

function Leave({ phone }: { phone: Phone }) {
  const [sure, setSure] = useState(false)
  return (
    <Button type="button" variant="secondary" onClick={() => (sure ? void phone.leave() : setSure(true))}>
      {sure ? <Trans>Yes, forget the list on this phone</Trans> : <Trans>Leave this door</Trans>}
    </Button>
  )
}
