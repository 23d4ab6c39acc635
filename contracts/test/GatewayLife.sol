// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AppGatewayApproval, CallOptions, Parallel, Read, WriteFinality} from "../gateway/GatewayTypes.sol";
import {IWatcher} from "../gateway/interfaces/IWatcher.sol";
import {GatewayTarget} from "./GatewayTarget.sol";
import {GatewayWorld} from "./GatewayWorld.sol";
import {ScriptedGateway} from "./ScriptedGateway.sol";
import {vm, Vm} from "./Vm.sol";

/// @title Everything that can happen to the gateway, in any order
/// @notice The handler of the gateway's invariants: authors who ask for anything, actors who go one step at a time and
/// sometimes twice, and a stranger who tries what is the operator's. What happened is written down here apart from the
/// contracts, for the invariants to compare.
contract GatewayLife is GatewayWorld {
    enum Stage {
        Queued,
        Finalized,
        Executed,
        Resolved
    }

    /// @dev Few payloads, so that a run takes many of them to their end.
    uint256 private constant MAX_PAYLOADS = 40;
    address private constant RECEIVER = address(0x4ece);
    address private constant STRANGER = address(0xbad);

    ScriptedGateway[2] public gateways;
    GatewayTarget public target;

    uint256 public deposited;
    /// @notice Things that happened a second time, or out of their order, or by a stranger's hand.
    uint256 public wrongs;
    uint256 public settled;
    uint256 public timeoutsRun;

    mapping(bytes32 payloadId => Stage) private _stages;
    mapping(uint40 requestCount => uint256) public charged;
    mapping(uint40 requestCount => uint256) public maxFees;
    mapping(bytes32 payloadId => uint256) public resolutions;
    uint40 public lastRequest;
    uint256 private _triggers;

    constructor() {
        gateways = [new ScriptedGateway(watcher), new ScriptedGateway(watcher)];
        target = new GatewayTarget();
        AppGatewayApproval[] memory approvals = new AppGatewayApproval[](1);
        approvals[0] = AppGatewayApproval(address(gateways[1]), true);
        gateways[0].run(address(feesManager), abi.encodeCall(feesManager.approveAppGateways, (approvals)));
        vm.getRecordedLogs();
    }

    function deposit(bool onBeta, bool second, uint64 amount) external {
        address receiver = address(gateways[second ? 1 : 0]);
        uint256 credits = feesManager.getAvailableCredits(receiver);
        _deposit(onBeta ? BETA : ALPHA, receiver, amount);
        deposited += amount;
        if (feesManager.getAvailableCredits(receiver) != credits + amount) wrongs++;
        _collect();
    }

    function transfer(bool toSecond, uint256 amount) external {
        (ScriptedGateway from, ScriptedGateway to) = (gateways[toSecond ? 0 : 1], gateways[toSecond ? 1 : 0]);
        amount %= feesManager.getAvailableCredits(address(from)) + 2;
        bytes memory data = abi.encodeCall(feesManager.transferCredits, (address(from), address(to), amount));
        try from.run(address(feesManager), data) {} catch {
            _forget();
        }
        vm.prank(STRANGER);
        try feesManager.transferCredits(address(from), STRANGER, 1) {
            wrongs++;
        } catch {
            _forget();
        }
    }

    function request(uint256 seed, uint256 fees, bool ofAnother, bool reacts) external {
        if (payloadIds.length > MAX_PAYLOADS) return;
        ScriptedGateway gateway = gateways[seed % 2];
        ScriptedGateway.Step[] memory steps = new ScriptedGateway.Step[](1 + ((seed >> 8) % 3));
        for (uint256 i = 0; i < steps.length; i++) steps[i] = _step(seed >> (16 + 8 * i));
        fees %= 8e14;
        address payer = ofAnother ? address(gateways[0]) : address(0);
        if (reacts) {
            // The callback opens a request of its own, or cancels the one that it is part of.
            bytes memory again = abi.encodeCall(gateway.request, (steps, fees, payer, ""));
            bytes memory cancelling = abi.encodeCall(IWatcher.cancelRequest, (lastRequest + 1));
            bool cancels = (seed >> 64) % 2 == 0;
            gateway.reactWith(cancels ? address(watcher) : address(gateway), cancels ? cancelling : again);
        }
        try gateway.request(steps, fees, payer, "") {} catch {
            _forget();
        }
        _collect();
    }

    function withdraw(bool second, bool onBeta, uint256 amount, uint256 fees) external {
        if (payloadIds.length > MAX_PAYLOADS) return;
        ScriptedGateway gateway = gateways[second ? 1 : 0];
        uint32 slug = onBeta ? BETA : ALPHA;
        amount %= feesManager.getAvailableCredits(address(gateway)) + 2;
        bytes memory data = abi.encodeCall(
            feesManager.withdrawCredits,
            (slug, address(served[slug].token), amount, fees % 4e14, RECEIVER)
        );
        try gateway.run(address(feesManager), data) {} catch {
            _forget();
        }
        _collect();
    }

    function cancel(uint256 seed) external {
        uint40 requestCount = uint40(seed % (uint256(lastRequest) + 2));
        bytes memory data = abi.encodeCall(IWatcher.cancelRequest, (requestCount));
        try gateways[(seed >> 8) % 2].run(address(watcher), data) {} catch {
            _forget();
        }
        _collect();
    }

    function increase(uint256 seed, uint256 fees) external {
        uint40 requestCount = uint40(seed % (uint256(lastRequest) + 2));
        bytes memory data = abi.encodeCall(IWatcher.increaseFees, (requestCount, fees % 2e15));
        try gateways[(seed >> 8) % 2].run(address(watcher), data) {} catch {
            _forget();
        }
        _collect();
    }

    function change(bool refuses, bool ofTarget, bool second) external {
        if (ofTarget) target.refuse(refuses);
        else gateways[second ? 1 : 0].refuse(refuses);
    }

    /// @notice An actor takes a payload one stage further.
    function advance(uint256 seed) external {
        if (payloadIds.length == 0) return;
        bytes32 payloadId = payloadIds[seed % payloadIds.length];
        Stage stage = _stages[payloadId];
        if (stage == Stage.Resolved) return;
        try this.step(payloadId, stage) {
            _stages[payloadId] = Stage(uint8(stage) + 1);
        } catch {
            _forget();
        }
        _collect();
    }

    /// @notice An actor does what was done, or what can't be done yet.
    function repeat(uint256 seed) external {
        if (payloadIds.length == 0) return;
        bytes32 payloadId = payloadIds[seed % payloadIds.length];
        (Stage stage, Stage reached) = (Stage((seed >> 32) % 3), _stages[payloadId]);
        // A read changes nothing when it is done again, and what a result says is for the operator to know.
        bool isRead = items[payloadId].queued.options.read == Read.ON;
        bool isUnseen = stage == Stage.Executed && reached == Stage.Finalized;
        if (stage == reached || isUnseen || (isRead && stage == Stage.Finalized)) return;
        // The watcher signs when it finalizes.
        if (stage == Stage.Finalized && reached == Stage.Queued) return;
        try this.step(payloadId, stage) {
            wrongs++;
        } catch {
            _forget();
        }
        _collect();
    }

    function impersonate(uint256 seed) external {
        if (payloadIds.length == 0) return;
        bytes32 payloadId = payloadIds[seed % payloadIds.length];
        bytes memory proof = _proof(payloadId);
        vm.prank(STRANGER);
        try watcher.finalize(payloadId, proof) {
            wrongs++;
        } catch {
            _forget();
        }
        Item storage item = items[payloadId];
        vm.prank(STRANGER);
        try watcher.resolvePayload(payloadId, item.selector, item.data, "", 0) {
            wrongs++;
        } catch {
            _forget();
        }
    }

    /// @notice A timeout and a trigger, each handed in twice.
    function runTwice(bool second) external {
        ScriptedGateway gateway = gateways[second ? 1 : 0];
        bytes memory payload = abi.encodeCall(ScriptedGateway.onCall, ());
        vm.prank(address(gateway));
        bytes32 timeoutId = watcher.setTimeout(address(gateway), payload, 0);
        uint256 calls = gateway.calls();
        bytes32 triggerId = bytes32(++_triggers);
        for (uint256 i = 0; i < 2; i++) {
            try watcher.resolveTimeout(timeoutId) {
                timeoutsRun++;
            } catch {
                _forget();
            }
            try watcher.callAppGateway(triggerId, address(gateway), ALPHA, address(target), payload) {} catch {
                _forget();
            }
        }
        if (gateway.calls() > calls + 2) wrongs++;
        _collect();
    }

    /// @dev Of the contract itself only; external, so that it can be tried.
    function step(bytes32 payloadId, Stage stage) external {
        if (msg.sender != address(this)) return;
        if (stage == Stage.Queued) _finalize(payloadId);
        if (stage == Stage.Finalized) _execute(payloadId);
        if (stage == Stage.Executed) _resolve(payloadId);
    }

    function payloadCount() external view returns (uint256) {
        return payloadIds.length;
    }

    function available() external view returns (uint256) {
        return
            feesManager.getAvailableCredits(address(gateways[0])) +
            feesManager.getAvailableCredits(address(gateways[1]));
    }

    /// @notice What the fees manager says: held, spent, withdrawn.
    function books() external view returns (uint256 held, uint256 spent, uint256 withdrawn) {
        return (feesManager.totalHeld(), feesManager.totalSpent(), feesManager.totalWithdrawn());
    }

    /// @notice What a chain's fees plug has, what of it is not promised, and what it paid.
    function till(bool ofBeta) external view returns (uint256 has, uint256 free, uint256 paid) {
        Served storage chain = served[ofBeta ? BETA : ALPHA];
        has = chain.token.balanceOf(address(chain.plug));
        free = feesManager.poolBalance(ofBeta ? BETA : ALPHA, address(chain.token));
        paid = chain.token.balanceOf(TRANSMITTER) + chain.token.balanceOf(RECEIVER);
    }

    function isOver(uint256 index) external view returns (bool executed, bool resolved, uint256 times) {
        bytes32 payloadId = payloadIds[index];
        executed = served[items[payloadId].queued.chainSlug].socket.payloadExecuted(payloadId);
        return (executed, _stages[payloadId] == Stage.Resolved, resolutions[payloadId]);
    }

    function _note(Vm.Log memory log) internal override {
        bytes32 topic = log.topics[0];
        uint40 requestCount = uint40(uint256(log.topics[1]));
        if (topic == IWatcher.RequestSubmitted.selector) {
            (, maxFees[requestCount], , ) = abi.decode(log.data, (address, uint256, uint32, address));
            lastRequest = requestCount;
        }
        if (topic == IWatcher.MaxFeesIncreased.selector)
            (maxFees[requestCount], , ) = abi.decode(log.data, (uint256, uint32, address));
        if (topic == IWatcher.RequestSettled.selector) settled++;
        if (topic == IWatcher.PayloadResolved.selector) {
            resolutions[log.topics[1]]++;
            charged[uint40(uint256(log.topics[2]))] += abi.decode(log.data, (uint256));
        }
    }

    /// @dev The runner records what a call logs even when the call reverts.
    function _forget() private {
        vm.getRecordedLogs();
    }

    function _step(uint256 seed) private returns (ScriptedGateway.Step memory) {
        Read read = seed % 2 == 0 ? Read.ON : Read.OFF;
        Parallel parallel = (seed >> 1) % 2 == 0 ? Parallel.ON : Parallel.OFF;
        uint256 value = (seed >> 2) % 3 == 0 ? seed % 1e13 : 0;
        bytes memory callData =
            read == Read.ON ? abi.encodeCall(target.number, ()) : abi.encodeCall(target.set, (seed));
        CallOptions memory options = CallOptions(read, parallel, WriteFinality.LOW, 200_000, value, 0);
        address forwarder = _forwarder(address(target), seed % 3 == 0 ? BETA : ALPHA);
        return ScriptedGateway.Step(forwarder, callData, options, (seed >> 4) % 4 > 0);
    }
}
