import {
  type ClientActionFunctionArgs,
  Form,
  Link,
  type MetaFunction,
  useActionData,
  useNavigation,
} from 'react-router';
import { formAction } from '#api/form-action.ts';
import { sendWrite } from '#api/page-result.ts';
import { Entrance } from '#design/entrance.tsx';
import { TextField } from '#design/fields.tsx';
import { FormBody } from '#design/form-body.tsx';
import { PasswordField } from '#design/password-field.tsx';

export const meta: MetaFunction = () => [
  {
    name: 'description',
    content:
      'Make one account for both doors of Gatehouse: find work with one profile, or post jobs as a company.',
  },
];

export function clientAction({ request }: ClientActionFunctionArgs) {
  return formAction(request, {
    sign_up: (form) => {
      const input = { name: form.text('name'), email: form.text('email'), password: form.text('password') };
      return sendWrite('UserService.CreateUser', input, request.signal);
    },
  });
}

export default function SignupPage() {
  const result = useActionData<typeof clientAction>();
  const isBusy = useNavigation().state !== 'idle';
  if (result !== undefined && result.refusal === undefined) {
    return (
      <Entrance
        title="Look into your mail"
        lead="We have sent you a link. Open it to confirm your address, then sign in."
      >
        <p>
          Nothing there after a few minutes? Look into the spam folder, or{' '}
          <Link to="/signup" reloadDocument>
            sign up again
          </Link>
          .
        </p>
      </Entrance>
    );
  }
  return (
    <Entrance title="Make an account" lead="One account for both doors: find work, or hire.">
      <Form method="post" className="card">
        <FormBody intent="sign_up" refusal={result?.refusal}>
          <TextField label="Name" name="name" autoComplete="name" required maxLength={100} />
          <TextField
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="email"
            required
            maxLength={254}
          />
          <PasswordField
            label="Password"
            name="password"
            hint="Eight characters or more. A few words that nobody else puts together are good."
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
          />
          <div className="actions">
            <button type="submit" className="primary" disabled={isBusy}>
              {isBusy ? 'Sending …' : 'Make an account'}
            </button>
            <Link to="/login">I have one</Link>
          </div>
        </FormBody>
      </Form>
    </Entrance>
  );
}
