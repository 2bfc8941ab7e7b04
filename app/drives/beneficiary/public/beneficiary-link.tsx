import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { answerForm, answerLink, driveOfLink } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { beneficiaryTexts } from '#app/drives/beneficiary/beneficiary.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { titled } from '#app/kit/brand.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/beneficiary-link.ts'

// The page of the link to the person a drive is for. Opening it changes nothing, because mail programs open links by themselves.

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const found = await driveOfLink(db, token)
  if (!found) return data(null, { status: 404, headers: kept })
  const person = context.get(personContext)
  const manages = person !== undefined && person !== null && (await mayManage(db, person.id, found.id, 'read'))
  const { slug, title, owner, answer } = found
  return data({ token, slug, title, owner, answer, manages }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: answerForm,
  page: true,
  done: beneficiaryTexts.answered,
  failed: beneficiaryTexts.notAnswered,
  limits: (_, { params: { token = '' } }) => [{ name: 'beneficiary-answer', key: token, times: 20, seconds: 3600 }],
  run: async ({ answer, shows_name: showsName }, { params: { token = '' }, context }) => {
    await answerLink(db, token, { answer, showsName, by: context.get(personContext)?.id })
    return { go: `/beneficiary/${token}` }
  },
})

export default function BeneficiaryLink({ loaderData, actionData }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = actionData } = useFormAction()
  if (!loaderData) return <NotFound />
  const { token, slug, title, owner, answer: before, manages } = loaderData
  return (
    <OwnPages>
      <title>{titled(t`Is this for you?`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={t`${owner} raises money on {brand} and says it is for you or your child.`}
        text={<bdi>{title}</bdi>}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>To the fundraiser</Trans> }}
      >
        {before === null && !manages ? (
          <Form method="post" action={`/beneficiary/${token}`} className="grid gap-4">
            <Refused answer={answer} />
            <Checkbox
              name="shows_name"
              label={<Trans>My name may be shown</Trans>}
              hint={<Trans>Visitors of the fundraiser then read that you said yes.</Trans>}
            />
            <Button name="answer" value="yes" size="large" busy={busy} wide>
              <Trans>Yes, this is for me</Trans>
            </Button>
            <Button name="answer" value="no" size="large" variant="secondary" busy={busy} wide>
              <Trans>I do not know of this</Trans>
            </Button>
          </Form>
        ) : (
          <p role="status">
            {before === 'yes' ? (
              <Trans>You said that this is for you. Thank you.</Trans>
            ) : before === 'no' ? (
              <Trans>You said that you do not know of this. We look into it, and no money is sent meanwhile.</Trans>
            ) : (
              i18n._(beneficiaryTexts.ownLink)
            )}
          </p>
        )}
      </OneThing>
    </OwnPages>
  )
}
