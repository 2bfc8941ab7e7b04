import { Trans, useLingui } from '@lingui/react/macro'
import { loadSheet } from '#app/drives/public-page/pages/sheet.server.ts'
import { PublicSheet } from '#app/drives/public-page/pages/sheet.tsx'
import { followByForm, followLimits } from '#app/drives/updates/followers.server.ts'
import { updateTexts } from '#app/drives/updates/update.ts'
import { followForm } from '#app/drives/updates/update-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/follow.ts'

export const loader = (args: Route.LoaderArgs) => loadSheet(args)

export const action = formAction({
  form: followForm,
  page: true,
  failed: updateTexts.notFollowed,
  limits: (_, { context }) => followLimits(context.get(askedContext).address),
  run: async ({ email }, { params: { slug = '' }, context }) => {
    await followByForm(db, slug, email, context.get(languageContext))
    return { gave: { sent: 'yes' } }
  },
})

/** Asks for the address to which updates of a drive are sent. They begin with the button of our email. */
export default function Follow({ loaderData: { slug, title, shut }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { Form, busy, answer = actionData } = useFormAction()
  return (
    <PublicSheet heading={<Trans>Tell me how it goes</Trans>} slug={slug} title={title} shut={shut} answer={actionData}>
      <title>{titled(t`Tell me how it goes`)}</title>
      <meta name="robots" content="noindex" />
      {answer?.ok ? (
        <Notice tone="gain" title={<Trans>Nearly done: open our email and press its button</Trans>}>
          <Trans>If no email comes, this address gets the updates already, or it was mistyped.</Trans>
        </Notice>
      ) : (
        <Form method="post" action={`/fundraiser/${slug}/follow`} noValidate className="grid gap-5">
          <Field
            name="email"
            label={<Trans>Email</Trans>}
            answer={answer}
            required
            hint={<Trans>At most one email a day. Each has a link that ends them.</Trans>}
          >
            <Input type="email" autoComplete="email" maxLength={254} />
          </Field>
          <Button size="large" busy={busy} busyText={t`Sending...`} wide>
            <Trans>Tell me how it goes</Trans>
          </Button>
        </Form>
      )}
    </PublicSheet>
  )
}
