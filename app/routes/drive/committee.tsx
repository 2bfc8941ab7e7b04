import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { InviteForm } from '#app/features/committee/invite-form.tsx'
import { inviteForm, says } from '#app/features/committee/member.ts'
import { HelperList } from '#app/features/committee/member-list.tsx'
import { helpersOf, inviteHelper } from '#app/features/committee/members.server.ts'
import { WhatTheyDo } from '#app/features/committee/what-they-do.tsx'
import { personContext } from '#app/features/people/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/part.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/committee.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title } = context.get(driveContext)
  return { slug, title, helpers: await part(context, helpersOf(db, id)) }
}

export const action = deed({
  form: inviteForm,
  page: true,
  done: says.invited,
  failed: says.notInvited,
  limits: (_, { context }) => [{ name: 'invite', key: context.get(personContext)!.id, times: 30, seconds: 3600 }],
  run: async ({ invited, role }, { context, params }) => {
    const mine = { ownerId: context.get(personContext)!.id, slug: params.slug! }
    const token = await inviteHelper(db, mine, invited, role)
    return { gave: { link: `${context.get(askedContext).origin}/help/${token}`, role } }
  },
})

export default function Helpers({ loaderData: { slug, title, helpers }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <PageTitle page={t`Helpers`} />
      <h2 className="text-2xl">
        <Trans>Helpers</Trans>
      </h2>
      <Card level={3} title={<Trans>What a treasurer does</Trans>}>
        <WhatTheyDo of="treasurer" />
      </Card>
      <Card level={3} title={<Trans>What a secretary does</Trans>}>
        <WhatTheyDo of="secretary" />
      </Card>
      <Card level={3} title={<Trans>Who helps</Trans>}>
        <Part of={helpers}>{(helpers) => <HelperList slug={slug} helpers={helpers} />}</Part>
      </Card>
      <Changing>
        <Card level={3} title={<Trans>Invite a helper</Trans>}>
          <InviteForm slug={slug} title={title} first={actionData} />
        </Card>
      </Changing>
      <Link to={`/fund-drive/${slug}/settings`} className="inline-flex min-h-11 items-center text-link">
        <Trans>All settings</Trans>
      </Link>
    </div>
  )
}
