import { ownerBuilder, pageArgs } from '../../api/graphql/schema/owner-builder.ts'
import { ownerPageCost } from '../../platform/counted-page.ts'
import { type FailedJob, listFailedJobs, retryJob, subjectsOf } from './failed-jobs.ts'

const JobSubject = ownerBuilder.objectRef<{ name: string; id: string }>('JobSubject').implement({
  description: 'A record that a job refers to.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the reference, such as `leadId`.' }),
    id: t.exposeID('id', { description: 'The ID of the record.' }),
  }),
})

const Job = ownerBuilder.objectRef<FailedJob>('Job').implement({
  scope: 'settings',
  description: 'A background job that has failed on every attempt. It is stored for 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The ID of the job.' }),
    name: t.exposeString('name', { description: 'The kind of job, such as `lead-notification`.' }),
    subjects: t.field({
      type: [JobSubject],
      description: 'The records that the job refers to.',
      resolve: (job) => subjectsOf(job),
    }),
    reason: t.exposeString('reason', { description: 'Why the last attempt failed.' }),
    tries: t.exposeInt('tries', { description: 'The number of attempts.' }),
    queuedAt: t.expose('queuedAt', { type: 'DateTime', description: 'When the job was enqueued.' }),
    failedAt: t.expose('failedAt', { type: 'DateTime', description: 'When the last attempt failed.' }),
  }),
})

const JobConnection = ownerBuilder.connectionObject(
  { type: Job, name: 'JobConnection', scope: 'settings', description: 'A page of failed jobs.' },
  { name: 'JobEdge', scope: 'settings', description: 'A failed job and its cursor.' },
)

ownerBuilder.queryField('jobs', (t) =>
  t.field({
    scope: 'settings',
    type: JobConnection,
    nullable: true,
    description: 'The store’s background jobs that have failed permanently, latest first.',
    complexity: ownerPageCost,
    args: pageArgs,
    resolve: (_, args, context) => listFailedJobs(context, args),
  }),
)

ownerBuilder.mutationField('retryJob', (t) =>
  t.boolean({
    scope: 'settings',
    nullable: true,
    description: 'Enqueues a failed job again, as a new job with all its attempts.',
    args: { id: t.arg.id({ required: true, description: 'The ID of the job.' }) },
    resolve: (_, { id }, context) => retryJob(context, id),
  }),
)
