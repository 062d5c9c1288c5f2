#!/bin/bash
# slurm.sh start FOLDER | slurm.sh stop FOLDER: a Slurm of one node on the loopback interface, with its own configuration, keys and state in a folder.
set -eu
folder=$2

start() {
    local name cpus
    name=$(hostname -s)
    # Of each task one, whatever the machine has; fewer than tasks, so that some wait.
    cpus=2
    mkdir -p "$folder/state" "$folder/spool" "$folder/munge"
    chmod 755 "$folder"
    chmod 700 "$folder/munge"
    head -c 128 /dev/urandom >"$folder/munge/key"
    chmod 600 "$folder/munge/key"
    munged --force --key-file "$folder/munge/key" --socket "$folder/munge.socket" --pid-file "$folder/munged.pid" \
        --log-file "$folder/munge/log" --seed-file "$folder/munge/seed" --origin 127.0.0.1
    cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$name(127.0.0.1)
SlurmctldPort=$3
SlurmdPort=$4
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=5
CryptoType=crypto/munge
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2,bf_interval=2,sched_min_interval=0
SlurmdParameters=config_overrides
MpiDefault=none
KillWait=2
MinJobAge=600
NodeName=$name NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    echo 'CgroupAutomount=no' >"$folder/cgroup.conf"
    export SLURM_CONF=$folder/slurm.conf
    slurmctld -f "$SLURM_CONF"
    slurmd -f "$SLURM_CONF"
    for ((i = 0; i < 200; i++)); do
        case $(sinfo --noheader --format=%T 2>/dev/null) in
            idle*) return 0 ;;
        esac
        sleep 0.1
    done
    tail -n 20 "$folder"/*.log "$folder/munge/log" >&2
    return 1
}

stop() {
    local each pid pids=()
    for each in slurmd slurmctld munged; do
        [ ! -f "$folder/$each.pid" ] || pids+=("$(cat "$folder/$each.pid")")
    done
    # They write into the folder until they have ended.
    for pid in "${pids[@]}"; do kill "$pid" || true; done
    for pid in "${pids[@]}"; do
        for ((i = 0; i < 400; i++)); do
            kill -0 "$pid" 2>/dev/null || break
            sleep 0.05
        done
    done
}

case $1 in
    start) start "$@" ;;
    stop) stop ;;
esac
