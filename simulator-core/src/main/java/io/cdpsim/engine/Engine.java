package io.cdpsim.engine;

import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * The clock and the queue of pending events. Not thread-safe: one engine belongs to one thread.
 *
 * <p><b>The order of events</b> is total and is defined here only: first by time, then by arrival. Of two events with the
 * same time, the one scheduled first runs first, whatever its handler and however far ahead it was scheduled; {@linkplain Agenda agendas} go before all of them. An event
 * that a handler schedules at the present cycle runs in that cycle, after all events of that cycle scheduled before it.
 * The same calls therefore always give the same run.
 *
 * <p>Time is a count of whole cycles from 0 to {@link #MAX_TIME_CYCLES}; the model decides whose clock they belong to.
 * An event is a handler and a number; scheduling one allocates nothing once the queue has grown to the size needed.
 * An event cannot be cancelled: its handler ignores it instead.
 */
public final class Engine {
    /** The most handlers one engine takes. */
    public static final int MAX_HANDLERS = 4096;

    /** Largest argument of an event; the smallest is 0. */
    public static final long MAX_ARGUMENT = (1L << 52) - 1;

    /** The latest time of an event, in cycles; the cycle after it stands for "never" in {@link #nextEventTime}. */
    public static final long MAX_TIME_CYCLES = Long.MAX_VALUE - 1;

    private static final int ARGUMENT_BITS = 52;
    private static final int EVENTS_A_LOOK = 256;

    private final EventQueue queue = new EventQueue();
    private EventHandler[] handlers = new EventHandler[8];
    private int handlerCount;
    private boolean quiet;

    /** What has a turn before the events of a cycle. */
    private Agenda[] agendas = {};

    private long turns;

    /** What completes what is simulated ahead. */
    private LongConsumer[] settling = {};

    private long eventLimit = Long.MAX_VALUE;

    /** The number of events at which the limit and the thread are looked at; there is nothing to look at without a limit. */
    private long nextLook = Long.MAX_VALUE;

    /** Makes an engine at cycle 0 with no handlers and no events. */
    public Engine() {}

    /**
     * Limits the number of events and turns. The engine then throws {@link EventLimitException} in place of a further one, on every computer alike. A limited engine also
     * ends soon, by a {@link CancellationException}, if its thread is interrupted.
     *
     * @param events at least 1
     */
    public void limitEvents(long events) {
        eventLimit = events;
        nextLook = 0;
    }

    /**
     * Adds a handler.
     *
     * @param handler what runs the events scheduled for the id returned; may be registered more than once
     * @return the id to schedule events with: 0 for the first handler, then 1, and so on
     * @throws IllegalStateException when {@link #MAX_HANDLERS} are registered already
     */
    public int register(EventHandler handler) {
        if (handlerCount == MAX_HANDLERS) {
            throw new IllegalStateException("an engine takes " + MAX_HANDLERS
                    + " handlers: let one handler serve many components, distinguished by the argument");
        }
        if (handlerCount == handlers.length) {
            handlers = Arrays.copyOf(handlers, 2 * handlerCount);
        }
        handlers[handlerCount] = handler;
        return handlerCount++;
    }

    /** Adds a component with a queue of its own. */
    public void attach(Agenda agenda) {
        agendas = Arrays.copyOf(agendas, agendas.length + 1);
        agendas[agendas.length - 1] = agenda;
    }

    /**
     * Adds a component that simulates ahead of the clock and completes what it has begun before anybody could notice: before each event. Agendas do so themselves.
     *
     * @param settle completes all up to a cycle
     */
    public void settleFirst(LongConsumer settle) {
        settling = Arrays.copyOf(settling, settling.length + 1);
        settling[settling.length - 1] = settle;
    }

    /** Completes what is simulated ahead, up to a cycle. */
    public void settle(long through) {
        for (LongConsumer each : settling) {
            each.accept(through);
        }
    }

    /**
     * Returns the time of the event run last, or being run.
     *
     * @return whole cycles since the start, 0 before the first event
     */
    public long now() {
        return queue.now();
    }

    /**
     * Schedules an event. The class description says when it runs among others of the same time.
     *
     * @param timeCycles when it happens, in whole cycles since the start: {@link #now} to {@link #MAX_TIME_CYCLES}
     * @param handler the id of its handler, from {@link #register}
     * @param argument argument of the handler, 0 to {@link #MAX_ARGUMENT}
     * @throws IllegalArgumentException when the time is past or too late, the handler is not registered, or the argument
     *     is out of range
     */
    public void schedule(long timeCycles, int handler, long argument) {
        // The sum wraps for the one time that is too late, so that a single comparison refuses it with the past.
        if (timeCycles + 1 <= queue.now()
                || Integer.compareUnsigned(handler, handlerCount) >= 0
                || argument >>> ARGUMENT_BITS != 0) {
            throw refusal(timeCycles, handler, argument);
        }
        queue.add(timeCycles, (long) handler << ARGUMENT_BITS | argument);
    }

    /**
     * Runs the next event and moves the clock to its time.
     *
     * @return false when there was no event; the clock then does not move
     */
    public boolean step() {
        return runNext();
    }

    /** Runs events until none is left. */
    public void run() {
        while (runNext()) {
            // Until none is left.
        }
    }

    /**
     * Runs events until a condition holds. The condition is evaluated after each event that is not {@link #quiet}, not before the first.
     *
     * @param done the condition
     * @return true when the condition held, false when no event was left
     */
    public boolean runUntil(BooleanSupplier done) {
        while (runNext()) {
            if (!quiet && done.getAsBoolean()) {
                return true;
            }
        }
        return false;
    }

    /** Marks the current event as one on which no condition of {@link #runUntil} depends, so that the condition is not evaluated after it. */
    public void quiet() {
        quiet = true;
    }

    /**
     * Returns the time of the next event or turn. The clock does not move.
     *
     * @return whole cycles since the start, or {@link Long#MAX_VALUE} when there is no event
     */
    public long nextEventTime() {
        long next = queue.nextTime();
        for (Agenda agenda : agendas) {
            next = Math.min(next, agenda.nextTime());
        }
        return next;
    }

    /**
     * Returns the number of pending events.
     *
     * @return the events scheduled and not yet started, and what agendas have in flight
     */
    public int pending() {
        int pending = queue.size();
        for (Agenda agenda : agendas) {
            pending += agenda.pending();
        }
        return pending;
    }

    /**
     * Returns the number of events run.
     *
     * @return events started since the start, the current one included
     */
    public long executed() {
        return queue.taken();
    }

    /** Runs the agenda or the event that is next. @return false when there is none */
    private boolean runNext() {
        quiet = false;
        if (agendas.length > 0) {
            long next = queue.nextTime();
            Agenda first = null;
            for (Agenda agenda : agendas) {
                long time = agenda.nextTime();
                if (time < next || (time == next && first == null && time != Long.MAX_VALUE)) {
                    next = time;
                    first = agenda;
                }
            }
            if (first != null) {
                count();
                turns++;
                if (next > queue.now()) {
                    moveTo(next);
                }
                first.run(next);
                return true;
            }
        }
        if (!queue.advance()) {
            return false;
        }
        count();
        settle(queue.now());
        long event = queue.take();
        handlers[(int) (event >>> ARGUMENT_BITS)].handle(queue.now(), event & MAX_ARGUMENT);
        return true;
    }

    private void moveTo(long cycle) {
        if (cycle == queue.nextTime()) {
            queue.advance();
        } else {
            queue.moveTo(cycle);
        }
    }

    private void count() {
        if (queue.taken() + turns >= nextLook) {
            look(queue.taken() + turns);
        }
    }

    private void look(long count) {
        if (count >= eventLimit) {
            throw new EventLimitException(eventLimit);
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("the thread of the simulation was interrupted");
        }
        nextLook = Math.min(eventLimit, count + EVENTS_A_LOOK);
    }

    private IllegalArgumentException refusal(long timeCycles, int handler, long argument) {
        String event = "event at cycle " + timeCycles + " for handler " + handler + " with argument " + argument + ": ";
        if (timeCycles < queue.now()) {
            return new IllegalArgumentException(event + "the clock is at cycle " + queue.now() + " already");
        }
        if (timeCycles > MAX_TIME_CYCLES) {
            return new IllegalArgumentException(event + "the latest cycle is " + MAX_TIME_CYCLES);
        }
        if (handler < 0 || handler >= handlerCount) {
            return new IllegalArgumentException(event + "no such handler, " + handlerCount + " registered");
        }
        return new IllegalArgumentException(event + "the argument must be 0 to " + MAX_ARGUMENT);
    }
}
