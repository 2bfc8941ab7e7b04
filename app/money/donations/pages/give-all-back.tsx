import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { giveBackLimits } from '#app/money/refunds/ask-back.server.ts'
import { askToGiveAllBack } from '#app/money/refunds/give-all-back.server.ts'
import { giveAllTexts } from '#app/money/refunds/refund.ts'
import { deciderIn } from '#app/people/accounts/confirm.server.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/give-all-back.ts'

/** Asks a person who has only ever signed in by a code for a password first: a number can come into other hands. */
const passwordFirst: Route.MiddlewareFunction = ({ context, params: { slug } }) => {
  if (context.get(personContext)?.hasPassword) return
  const back = `/fund-drive/${slug}/settings/give-back`
  throw redirect(`/settings/first-password?to=${encodeURIComponent(back)}`, 303)
}

export const middleware: Route.MiddlewareFunction[] = [ownersOnly, passwordFirst]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title } = context.get(driveContext)
  const { available, held } = await fundsOf(db, id)
  return { slug, title, left: available - held, fresh: context.get(sessionContext)?.isFresh === true }
}

export const action = formAction({
  form: z.object({ title: z.string().max(1000).catch(''), again: againField }),
  page: true,
  secret: ['again'],
  failed: giveAllTexts.failed,
  limits: (_, { context }) => giveBackLimits(context.get(personContext)!.id),
  run: async ({ title, again }, { context }) => {
    const { slug } = context.get(driveContext)
    const { id: by } = await deciderIn(db, context, again)
    const from = await askToGiveAllBack(db, { ownerId: by, slug }, { title, by })
    const when = momentIn(context.get(languageContext), from)
    return {
      go: `/fund-drive/${slug}/payouts/changes`,
      says: { ...giveAllTexts.done, text: giveAllTexts.begins(when) },
    }
  },
})

/** The organiser gives everything back that the drive still holds. */
export default function GiveAllBack({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, title, left } = loaderData
  const { Form, busy, answer = actionData } = useFormAction()
  const settings = `/fund-drive/${slug}/settings`
  const sum = moneyText(left)
  return (
    <>
      <DriveTitle page={t`Give everything back`} />
      <Card
        title={<Trans>Give everything back</Trans>}
        text={<Trans>This fund drive still holds {sum}.</Trans>}
        className="max-w-xl"
      >
        <Form method="post" action={`${settings}/give-back`} noValidate className="grid gap-5">
          <Refused answer={answer} />
          <p>
            <Trans>
              The newest gifts come first, each the way it was paid, while the money lasts. Gifts and withdrawals stop
              now, and withdrawals that were not sent yet are cancelled. It begins after 24 hours, unless a treasurer
              objects; until then you can drop it. At the end the fund drive is completed.
            </Trans>
          </p>
          <p dir="auto" className="wrap-anywhere font-bold font-display text-lg">
            {title}
          </p>
          <Field name="title" label={<Trans>Type the title of the fund drive</Trans>} answer={answer} required>
            <Input maxLength={1000} autoComplete="off" />
          </Field>
          <ConfirmField answer={answer} />
          <div className="flex flex-wrap gap-3">
            <Button variant="danger" size="large" busy={busy} busyText={t`Saving...`}>
              <Trans>Give everything back</Trans>
            </Button>
            <LinkButton to={settings} variant="ghost" size="large">
              <Trans>Cancel</Trans>
            </LinkButton>
          </div>
        </Form>
      </Card>
    </>
  )
}
