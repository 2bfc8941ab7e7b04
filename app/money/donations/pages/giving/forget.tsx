import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router'
import { z } from 'zod'
import { titled } from '#app/kit/brand.ts'
import { givingSays as says } from '#app/money/donations/given-list.tsx'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { forgetGiving } from '#app/privacy/forget-own.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/forget.ts'

/** The number of a gift; all gifts if it is left out. */
const giftField = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
  .optional()

export const action = formAction({
  form: z.object({ gift: giftField }),
  page: true,
  done: says.forgotten,
  failed: says.notForgotten,
  limits: (_, { context }) => [{ name: 'forget-given', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ gift }, { context }) => {
    await forgetGiving(db, actorIn(context), gift ?? null)
    return { go: '/giving' }
  },
})

/** Asks for a confirmation. The dialog has an address of its own, so it opens without JavaScript too. */
export default function Forget({ actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { Form, busy, answer = actionData } = useFormAction()
  const [asked] = useSearchParams()
  const gift = actionData?.typed?.gift ?? asked.get('gift') ?? undefined
  return (
    <>
      <title>{titled(t`Forget me`)}</title>
      <AlertDialog
        open
        onClose={() => void navigate('/giving', { replace: true, preventScrollReset: true })}
        closeTo="/giving"
        title={gift ? <Trans>Forget who gave this?</Trans> : <Trans>Forget you everywhere?</Trans>}
        text={<What one={gift !== undefined} />}
        cancelText={<Trans>Keep it</Trans>}
        confirm={null}
      >
        <Form method="post" action="/giving/forget" className="grid gap-5">
          <Refused answer={answer} />
          {gift && <input type="hidden" name="gift" value={gift} />}
          <Button variant="danger" wide busy={busy} busyText={t`Forgetting...`}>
            <Trans>Forget me</Trans>
          </Button>
        </Form>
      </AlertDialog>
    </>
  )
}

const What = ({ one }: { one: boolean }) =>
  one ? (
    <Trans>
      Your name, address, phone and message are taken out of this gift, and it leaves this page. The amount and the
      receipt stay. This can’t be undone.
    </Trans>
  ) : (
    <Trans>
      Your name, address, phone and messages are taken out of all gifts, recorded gifts and pledges on this page. They
      leave it, and we remind you of no pledge any more. Amounts and receipts stay. This can’t be undone.
    </Trans>
  )
