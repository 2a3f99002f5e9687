import { defineMessages } from '@/lib/text/messages'

/** The texts of mails about applications. The server writes the mails, and takes these from the catalogue (internal/application). */
export const mailTexts = defineMessages({
  hello: { id: 'application_mail.hello', defaultMessage: 'Hello {name},' },
  receivedSubject: {
    id: 'application_mail.received_subject',
    defaultMessage: 'We have your application to {business}',
  },
  receivedStore: {
    id: 'application_mail.received_store',
    defaultMessage:
      'Thank you for applying with {store}. We will look at it, and write to you as soon as we have decided.',
  },
  receivedRider: {
    id: 'application_mail.received_rider',
    defaultMessage:
      'Thank you for applying to ride with us in {zone}. We will look at it, and write to you as soon as we have decided.',
  },
  status: { id: 'application_mail.status', defaultMessage: 'Follow your application:' },
  known: {
    id: 'application_mail.known',
    defaultMessage: 'There is an account for the desk with this address already. If it is yours, sign in there:',
  },
  approvedSubject: { id: 'application_mail.approved_subject', defaultMessage: 'Welcome to {business}' },
  approvedStore: {
    id: 'application_mail.approved_store',
    defaultMessage:
      '{store} is part of {business} now. It is closed until you enter your opening hours at the desk. We add what you sell: please send us your list. Sign in with this address and the password that you chose.',
  },
  approvedRider: {
    id: 'application_mail.approved_rider',
    defaultMessage:
      'You ride with {business} now. The deliveries of {zone} wait for you at the desk. Sign in with this address and the password that you chose.',
  },
  desk: { id: 'application_mail.desk', defaultMessage: 'The desk:' },
  refusedSubject: { id: 'application_mail.refused_subject', defaultMessage: 'Your application to {business}' },
  refused: {
    id: 'application_mail.refused',
    defaultMessage: 'We cannot accept your application. The reason: {reason}',
  },
  again: {
    id: 'application_mail.again',
    defaultMessage: 'You can change it and apply again. What you entered is still there:',
  },
  questions: { id: 'application_mail.questions', defaultMessage: 'Do you have questions? Write to {email}.' },
})
