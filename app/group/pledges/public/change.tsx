import { Trans, useLingui } from '@lingui/react/macro'
import { data, redirect } from 'react-router'
import { ChangePledgeForm } from '#app/group/pledges/change-form.tsx'
import { changePledge, pledgeOf } from '#app/group/pledges/giver.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { daysOf, ownPledgePath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { changePledgeForm } from '#app/group/pledges/pledge-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/change.ts'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' }

/** Loads the form. A released pledge can't be changed. */
export async function loader({ params: { token }, url }: Route.LoaderArgs) {
  const yes = url.searchParams.get('yes') ?? ''
  const pledge = await pledgeOf(db, token, yes)
  if (!pledge || pledge.state === 'released') throw redirect(pledgePath(token), { headers: kept })
  return data({ token, yes, pledge, days: daysOf(new Date()) }, { headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const action = formAction({
  form: changePledgeForm,
  page: true,
  done: pledgeTexts.changed,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async ({ yes, ...changed }, { params: { token = '' } }) => {
    await changePledge(db, token, changed, yes)
    return { go: ownPledgePath(token, yes) }
  },
})

export default function ChangePledge({ loaderData: { token, yes, pledge, days }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Change your pledge`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Change your pledge</Trans>}
        back={{ to: ownPledgePath(token, yes), label: <Trans>Back to your pledge</Trans> }}
      >
        <ChangePledgeForm {...{ token, yes, pledge, days }} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
