import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, PasswordInput, Select, TextArea } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { KitChoices } from './kit-choices.tsx'
import { KitSection, long, Pair, Specimen } from './kit-frame.tsx'

export function Forms() {
  return (
    <KitSection id="fields" title="Forms">
      <Pair>
        <Field label="Full Name" name="name" hint="As your supporters know you.">
          <Input placeholder="Achieng Otieno" autoComplete="off" />
        </Field>
        <Field label="Email" name="email" error="That does not look like an e-mail address.">
          <Input type="email" defaultValue="achieng@" autoComplete="off" />
        </Field>
        <Field
          label="Password"
          name="password"
          aside={
            <a href="#fields" className="text-link text-sm">
              Forgot password?
            </a>
          }
        >
          <PasswordInput defaultValue="harambee" autoComplete="off" />
        </Field>
        <Field label="Username" name="username" hint="It can't be changed any more.">
          <Input defaultValue="achieng" disabled />
        </Field>
        <Field label="Category" name="category">
          <Select defaultValue="medical">
            <option value="medical">Medical</option>
            <option value="education">Education</option>
          </Select>
        </Field>
        <Field label="Link" name="link" hint="Only to be read and copied.">
          <Input readOnly defaultValue="https://harambee.example/fundraiser/heal-mama-achieng" />
        </Field>
        <Field label="Message" name="message" optional hint="At most 500 letters.">
          <TextArea defaultValue={long.english} />
        </Field>
        <Field label={long.swahili} name="long" error={long.english} hint={long.swahili}>
          <Input defaultValue={long.word} />
        </Field>
      </Pair>
      <Pair>
        <MoneyField label="Goal Amount (KES)" name="goal" defaultValue="1250000" />
        <MoneyField label="Amount" name="amount" defaultValue="50" error="Minimum withdrawal amount is KES 100" />
        <MoneyField label="Empty amount" name="none" hint="From KES 1 upwards." optional />
        <MoneyField label="Amount that is fixed" name="fixed" defaultValue="98765432109.50" disabled />
      </Pair>
      <KitChoices />
      <Specimen state="the foot of a form">
        <Button type="button">Save Settings</Button>
        <Button type="button" variant="ghost">
          Cancel
        </Button>
      </Specimen>
    </KitSection>
  )
}
