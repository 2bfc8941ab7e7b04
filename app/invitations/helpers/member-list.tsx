import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

export type Helper = {
  id: number
  invited: string
  role: HelperRole
  name: string | null
  since: Date | null
  until: Date
}

/** The helpers, and the people who are invited. `base`: the address of the page. */
export function HelperList({ base, helpers }: { base: string; helpers: Helper[] }) {
  if (helpers.length === 0)
    return (
      <p className="text-muted">
        <Trans>Nobody helps yet.</Trans>
      </p>
    )
  return (
    <ul className="-my-2 divide-y divide-line">
      {helpers.map((helper) => (
        <One key={helper.id} base={base} helper={helper} />
      ))}
    </ul>
  )
}

function One({ base, helper: { id, invited, role, name, since, until } }: { base: string; helper: Helper }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useFormAction()
  const day = briefDayIn(i18n.locale as Language, since ?? until)
  const who = name ?? invited
  const stands = {
    treasurer: since ? t`Treasurer since ${day}` : t`Invited as treasurer, until ${day}`,
    secretary: since ? t`Secretary since ${day}` : t`Invited as secretary, until ${day}`,
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold" dir="auto">
          {who}
        </p>
        <p className="text-muted text-sm">{stands[role]}</p>
      </div>
      <Changing>
        <Form method="post" action={`${base}/remove`}>
          <input type="hidden" name="helper" value={id} />
          <Button variant="secondary" busy={busy} aria-label={since ? t`Remove ${who}` : t`Stop the link of ${who}`}>
            {since ? <Trans>Remove</Trans> : <Trans>Stop the link</Trans>}
          </Button>
        </Form>
      </Changing>
    </li>
  )
}
