-- By hand: the mails of an order that are not sent, among all jobs. On the partition of the queue order-mail, whose name
-- is made of the queue's by pgboss.create_queue: an index of the whole table cannot be built CONCURRENTLY.
CREATE INDEX CONCURRENTLY "order_mail_jobs_of_orders_idx" ON pgboss.j62bf384aa55b0bd5f13186d57b262766f895625b01ae135f37d6800c ((data->>'orderId')) WHERE state IN ('created', 'retry', 'active', 'failed');
