import { ownerBuilder, pageArgs } from '../gateway/owner-builder.ts'
import { ownerPageCost } from '../platform/counted-page.ts'
import { type FailedJob, listFailedJobs, retryJob, subjectsOf } from './failed-jobs.ts'

const JobSubject = ownerBuilder.objectRef<{ name: string; id: string }>('JobSubject').implement({
  description: 'Something that a job is about.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is, such as `leadId`.' }),
    id: t.exposeID('id', { description: 'Which.' }),
  }),
})

const Job = ownerBuilder.objectRef<FailedJob>('Job').implement({
  description: 'Background work that has failed as often as it is tried. It is kept for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the job.' }),
    name: t.exposeString('name', { description: 'What it does, such as `lead-notification`.' }),
    subjects: t.field({ type: [JobSubject], description: 'What it is about.', resolve: (job) => subjectsOf(job) }),
    reason: t.exposeString('reason', { description: 'Why its last try failed.' }),
    tries: t.exposeInt('tries', { description: 'How often it was tried.' }),
    queuedAt: t.expose('queuedAt', { type: 'DateTime', description: 'When it came up.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', description: 'When its last try failed.' }),
  }),
})

const JobConnection = ownerBuilder.connectionObject(
  { type: Job, name: 'JobConnection', description: 'A page of failed jobs.' },
  { name: 'JobEdge', description: 'A failed job with its place in the list.' },
)

ownerBuilder.queryField('jobs', (t) =>
  t.field({
    type: JobConnection,
    nullable: true,
    description: 'Background work of the store that has failed for good, the latest first.',
    complexity: ownerPageCost,
    args: pageArgs,
    resolve: (_, args, context) => listFailedJobs(context, args),
  }),
)

ownerBuilder.mutationField('retryJob', (t) =>
  t.boolean({
    nullable: true,
    description: 'Has a failed job tried again from the start, as a new job.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (_, { id }, context) => retryJob(context, id),
  }),
)
