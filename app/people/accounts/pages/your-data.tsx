import { Trans } from '@lingui/react/macro'
import { Section } from '#app/site/own-pages.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { FormButton } from '#app/ui/form-button.tsx'

/** What a person takes along, and how they leave. */
export const YourData = () => (
  <>
    <Section
      id="data"
      title={<Trans>Your data</Trans>}
      text={<Trans>Everything we keep about you, as a JSON file.</Trans>}
    >
      <a href="/settings/data" download className={buttonClass({ variant: 'secondary' })}>
        <Trans>Download my data</Trans>
      </a>
    </Section>
    <Section
      id="delete"
      title={<Trans>Delete account</Trans>}
      text={
        <Trans>
          Your name, address and picture are deleted immediately and permanently. Amounts stay in the books without your
          name.
        </Trans>
      }
    >
      <FormButton to="/settings/delete-account" variant="secondary" className="text-stop">
        <Trans>Delete account</Trans>
      </FormButton>
    </Section>
  </>
)
