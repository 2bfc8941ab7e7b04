import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { followBy } from '#app/drives/updates/followers.server.ts'
import { promise, promiseLimits } from '#app/group/pledges/pledge.server.ts'
import { daysOf, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { promiseForm } from '#app/group/pledges/pledge-forms.ts'
import { PromiseForm } from '#app/group/pledges/promise-form.tsx'
import { guestGiving, guestIn, tieByLink } from '#app/invitations/activity/tie.server.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { type Args, formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/pledge.ts'
import { givingHere, loadSheet } from './sheet.server.ts'
import { PublicSheet } from './sheet.tsx'

export async function loader(args: Route.LoaderArgs) {
  const [{ data: sheet, init }, giving] = await Promise.all([loadSheet(args, 'giving'), givingHere(args)])
  const { giver = null, known = null } = giving ?? {}
  return data({ ...sheet, takes: Boolean(giving), giver, known, days: daysOf(new Date()) }, init ?? {})
}

/** A guest who leaves both empty is reached as their hosts reach them. What they type themselves is taken alone. */
async function fillInReach(fields: FormData, { request, params }: Args) {
  const typed = ['phone', 'email'].some((field) => String(fields.get(field) ?? '').trim() !== '')
  const guest = typed ? undefined : await guestGiving(db, request, params.slug ?? '')
  for (const field of ['phone', 'email'] as const) if (guest?.[field]) fields.set(field, guest[field])
}

export const action = formAction({
  form: promiseForm,
  page: true,
  first: fillInReach,
  filled: ['phone', 'email'],
  failed: pledgeTexts.notSaved,
  limits: (promised, { context }) => promiseLimits(promised, context.get(askedContext).address),
  run: async ({ follow, ...promised }, { params: { slug = '' }, context, request }) => {
    const [asked, language] = [context.get(askedContext), context.get(languageContext)]
    const { token, told } = await promise(db, slug, promised, language, {
      address: asked.address,
      also: async (tx, pledge) => {
        await tieByLink(tx, guestIn(request), { pledge })
        await followBy(tx, { ...promised, follow, language }, { pledge })
      },
    })
    const path = pledgePath(token)
    return { gave: { path, link: namedOrigin(asked) + path, told } }
  },
})

/** A visitor promises to give later. */
export default function Pledge({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const { slug, title, shut, takes, key, ...form } = loaderData
  return (
    <PublicSheet heading={<Trans>I will give later</Trans>} slug={slug} title={title} shut={shut} answer={actionData}>
      <title>{titled(t`I will give later`)}</title>
      <meta name="robots" content="noindex" />
      {takes || actionData ? (
        <PromiseForm slug={slug} formKey={key} {...form} first={actionData} />
      ) : (
        !shut && (
          <p>
            <Trans>This fundraiser does not collect donations.</Trans>
          </p>
        )
      )}
    </PublicSheet>
  )
}
