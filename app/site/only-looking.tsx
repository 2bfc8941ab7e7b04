import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** Stands above the pages of a drive for an administrator whose drive it is not. */
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
