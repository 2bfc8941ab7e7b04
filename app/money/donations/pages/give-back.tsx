import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { ownersOnly } from '#app/drives/drive/pages/guards.server.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { giftToGiveBack, giveBack, giveBackLimits } from '#app/money/refunds/ask-back.server.ts'
import { backTexts } from '#app/money/refunds/refund.ts'
import { deciderIn } from '#app/people/accounts/confirm.server.ts'
import { personContext, sessionContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/give-back.ts'

const giftField = z.coerce.number().int().min(1).max(1e15).catch(0)

/** Asks a person who has only ever signed in by a code for a password before money goes out: a number can come into other hands. */
const passwordFirst: Route.MiddlewareFunction = ({ context, params: { slug }, url }) => {
  if (context.get(personContext)?.hasPassword) return
  const back = `/fund-drive/${slug}/donations/back?gift=${giftField.parse(url.searchParams.get('gift'))}`
  throw redirect(`/settings/first-password?to=${encodeURIComponent(back)}`, 303)
}

export const middleware: Route.MiddlewareFunction[] = [ownersOnly, passwordFirst]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const gift = await giftToGiveBack(db, id, giftField.parse(url.searchParams.get('gift')))
  if (!gift) throw data(null, { status: 404 })
  const { amount, name, anonymous, reversed, progress } = gift
  const fresh = context.get(sessionContext)?.isFresh === true
  const canGo = reversed === 0 && progress === null
  return { slug, gift: gift.id, amount, name, anonymous, canGo, fresh, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: decisionForm.extend({ gift: giftField, key: z.uuid().catch(() => crypto.randomUUID()) }),
  page: true,
  secret: ['again'],
  done: backTexts.given,
  failed: backTexts.notGiven,
  limits: (_, { context }) => giveBackLimits(context.get(personContext)!.id),
  run: async ({ gift: donationId, why, key, again }, { context }) => {
    const { id: driveId, slug } = context.get(driveContext)
    const by = await deciderIn(db, context, again)
    await giveBack(db, { driveId, donationId, why, key, by })
    return { go: `/fund-drive/${slug}/donations` }
  },
})

/** The organiser gives one gift back, whole, while the drive still holds it. */
export default function GiveBack({ loaderData, actionData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { slug, gift, amount, name, anonymous, canGo, formKey } = loaderData
  const { Form, busy, answer = actionData } = useFormAction()
  const key = useFormKey(formKey, answer)
  const sum = moneyText(amount)
  const list = `/fund-drive/${slug}/donations`
  return (
    <>
      <DriveTitle page={t`Refund a gift`} />
      <Card
        title={<Trans context="button">Refund {sum}</Trans>}
        text={<span dir="auto">{name ?? i18n._(namelessOwn(anonymous))}</span>}
        className="max-w-xl"
      >
        {canGo ? (
          <Form method="post" action={`${list}/back?gift=${gift}`} noValidate className="grid gap-5">
            <Refused answer={answer} />
            <p>
              <Trans>
                The whole gift is sent back the way it came, while the fund drive still holds it. We tell its giver.
              </Trans>
            </p>
            <input type="hidden" name="gift" value={gift} />
            <input type="hidden" name="key" value={key} />
            <Field
              name="why"
              label={<Trans>Reason</Trans>}
              answer={answer}
              required
              hint={<Trans>It is kept with the refund. Administrators read it; the giver does not.</Trans>}
            >
              <TextArea rows={3} maxLength={1000} />
            </Field>
            <ConfirmField answer={answer} />
            <div className="flex flex-wrap gap-3">
              <Button variant="danger" size="large" busy={busy} busyText={t`Sending...`}>
                <Trans context="button">Refund {sum}</Trans>
              </Button>
              <LinkButton to={list} variant="ghost" size="large">
                <Trans>Cancel</Trans>
              </LinkButton>
            </div>
          </Form>
        ) : (
          <Notice title={<Trans>This gift was refunded already, or is on its way back.</Trans>} />
        )}
      </Card>
    </>
  )
}
