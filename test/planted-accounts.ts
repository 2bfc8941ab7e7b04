import type { Planted } from './planted.ts'

// Mistakes that a person could make at the door: see planted.ts.

const signUp = 'app/features/people/sign-up.test.ts'
const signIn = 'app/features/people/sign-in.test.ts'

export const plantedInAccounts: Planted[] = [
  {
    mistake: 'the mailed link alone confirms an address, in any browser',
    file: 'app/features/people/email.server.ts',
    is: '  if (!isSameBrowser(signUp, mark)) await askSignUpPassword(signUp, password)\n',
    becomes: '',
    tests: signUp,
    fails: 'a stranger’s sign-up with my address is not confirmed by me',
  },
  {
    mistake: 'ADMIN_EMAIL makes an administrator each time its address is confirmed',
    file: 'app/features/people/roles.server.ts',
    is: "  if (first) await makeAdmin(tx, email, 'setting')",
    becomes: "  await makeAdmin(tx, first ? email : email, 'setting')",
    tests: signUp,
    fails: 'nor by leaving and signing up again',
  },
  {
    mistake: 'a sign-in does not wait for a change of the password that is under way',
    file: 'app/features/people/open-session.server.ts',
    is: '    .forNoKeyUpdate()\n',
    becomes: '',
    tests: signIn,
    fails: 'a sign-in that comes between the new password and its commit',
  },
]
