import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { LanguageButton } from './language-button.tsx'
import type { Phone } from './phone.ts'
import { TroubleLine } from './trouble-line.tsx'

/** Before it is a door. Joining is a press: a program that only looks at the link uses nothing up. */
export function JoinPart({ phone, turn }: { phone: Phone; turn: () => void }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const name = phone.book.head?.door.name
  const join = async () => {
    setBusy(true)
    await phone.join()
    setBusy(false)
  }
  return (
    <main id="main" className="grid justify-items-start gap-4 py-8">
      <h1 className="text-3xl">
        <Trans>Let guests in with this phone</Trans>
      </h1>
      <p>
        <Trans>
          You scan passes here, and search names. It works without a network, too. The list of guests stays on this
          phone until the day after the occasion.
        </Trans>
      </p>
      {name && (
        <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
          {phone.waits > 0
            ? t`This phone is the door ${name}, and has not sent all yet. Open /door with a network first.`
            : t`This phone is the door ${name} now. When you join, it lets go of that.`}
        </p>
      )}
      <StoreLine phone={phone} />
      <TroubleLine phone={phone} />
      <Button
        type="button"
        size="large"
        wide
        busy={busy}
        busyText={t`Joining...`}
        disabled={phone.waits > 0}
        onClick={join}
      >
        <Trans>Join</Trans>
      </Button>
      <LanguageButton turn={turn} />
    </main>
  )
}

/** Said before the first guest comes. */
export function StoreLine({ phone }: { phone: Phone }) {
  if (phone.store.keeps) return null
  return (
    <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
      <Trans>
        This browser keeps nothing: a private window, or a full phone. The door works only with a network here. Better
        use another window or phone.
      </Trans>
    </p>
  )
}

/** The door is not open: not yet, no longer, or not for this phone. */
export function ShutPart({ phone }: { phone: Phone }) {
  const { t } = useLingui()
  const { head } = phone.book
  const words = {
    early: t`Doors open two days before the occasion.`,
    over: t`The occasion is over. Thank you for your help.`,
    closed: t`This door is closed for now.`,
    revoked: t`The host has shut this door.`,
    open: t`This phone is no door any more. Ask the host for a new code.`,
  }
  return (
    <main id="main" className="grid justify-items-start gap-4 py-8">
      <h1 className="text-3xl" dir="auto">
        {head?.door.name ?? t`Door`}
      </h1>
      <p className="text-lg">{words[head?.state ?? 'open']}</p>
      {phone.waits > 0 ? (
        <p role="status" className="rounded-control bg-warn-soft p-3 text-warn">
          <Trans>{phone.waits} not sent yet. Keep this page open with a network.</Trans>
        </p>
      ) : (
        <p className="text-muted">
          <Trans>Everything was sent. The list of guests is gone from this phone.</Trans>
        </p>
      )}
    </main>
  )
}
