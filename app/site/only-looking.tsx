import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** A notice above the pages of another person's drive, for administrators. */
export const OnlyLooking = ({ slug }: { slug: string }) => (
  <Notice
    title={<Trans>You see this fund drive as an administrator. Nothing can be changed here.</Trans>}
    action={
      <LinkButton to={`/admin/fund-drives/${slug}`} variant="secondary" size="small">
        <Trans>Back to the administration</Trans>
      </LinkButton>
    }
  >
    <Trans>Pages that name people are written into the audit log when you open them.</Trans>
  </Notice>
)
