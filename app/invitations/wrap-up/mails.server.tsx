import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

/** Tells one host that a guest asks to have a photo taken down, unless the photo is gone or the host has decided. */
export async function mailPhotoObjection(
  db: Db,
  { objectionId, personId }: { objectionId: number; personId: string },
): Promise<void> {
  const row = await db
    .selectFrom('photo_objections as j')
    .innerJoin('gatherings as g', 'g.id', 'j.gathering_id')
    .innerJoin('gathering_hosts as h', 'h.gathering_id', 'g.id')
    .leftJoin('supporters as s', 's.id', 'j.supporter_id')
    .where('j.id', '=', objectionId)
    .where('j.gone_at', 'is', null)
    .where('j.kept_at', 'is', null)
    .where('g.status', '<>', 'stopped')
    .where('h.user_id', '=', personId)
    .select(['h.email', 'h.language', 'g.slug', 'g.title', 's.name', 'j.words'])
    .executeTakeFirst()
  if (!row?.email) return
  const link = `${publicAddress()}/gathering/${row.slug}/after`
  await mailTo(row.email, knownLanguage(row.language), objectionMail({ ...row, link }))
}

type Told = { title: string; name: string | null; words: string; link: string }

const objectionMail = ({ title, name, words, link }: Told): MailTemplate => ({
  subject: msg`A guest asks you to take a photo down`,
  reason: msg`You get this email because you look after this invitation.`,
  body: (
    <>
      <MailHeading>{title}</MailHeading>
      <MailText>
        {name ? (
          <Trans>
            <Typed text={name} /> asks you to take a photo down that you posted to your guests.
          </Trans>
        ) : (
          <Trans>A guest asks you to take a photo down that you posted to your guests.</Trans>
        )}
      </MailText>
      {words && (
        <MailText>
          <Trans>
            What they say: “
            <Typed text={words} />”
          </Trans>
        </MailText>
      )}
      <MailText>
        <Trans>Take it down or keep it on the page After. We at Harambee look at it, too, and can take it down.</Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>See the photo</Trans>
      </MailButton>
    </>
  ),
})
