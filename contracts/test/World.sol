// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ISocket} from "../interfaces/ISocket.sol";
import {BridgeToken} from "../plugs/BridgeToken.sol";
import {TwoChains} from "./TwoChains.sol";
import {vm} from "./Vm.sol";

/// @title Everything that can happen between two chains, in any order
/// @notice The handler of the invariants: honest actors who go one step at a time, and an attacker who may try whatever
/// does not need an honest transmitter's or watcher's key. The executor's key is the attacker's too: it signs anything.
/// What happened is written down here apart from the contracts, for the invariants to compare.
contract World is TwoChains {
    enum Stage {
        Sent,
        Sealed,
        Proposed,
        Attested
    }

    uint256 public constant SUPPLY = 1e27;
    /// @dev Few messages, so that a run takes many of them to their end.
    uint256 private constant MAX_PARCELS = 6;

    mapping(uint32 slug => BridgeToken) public tokens;
    /// @notice What senders lost on a chain, and what was taken out of its till.
    mapping(uint32 slug => uint256) public paid;
    mapping(uint32 slug => uint256) public withdrawn;
    /// @notice What the messages' own logs say was paid.
    mapping(uint32 slug => uint256) public logged;

    /// @notice Executions of messages that were changed, incomplete or stopped.
    uint256 public illegalExecutions;

    Parcel[] private _parcels;
    mapping(uint256 index => Stage) private _stages;
    mapping(uint256 index => uint256) public amounts;
    mapping(uint256 index => uint256) public executions;

    constructor() {
        tokens[ALPHA] = new BridgeToken(alpha.socket, address(this), "Token", "TKN", SUPPLY);
        tokens[BETA] = new BridgeToken(beta.socket, address(this), "Token", "TKN", 0);
        tokens[ALPHA].connect(BETA, address(tokens[BETA]), address(alpha.switchboard));
        tokens[BETA].connect(ALPHA, address(tokens[ALPHA]), address(beta.switchboard));
        vm.getRecordedLogs();
    }

    function bridge(bool fromBeta, uint256 amount, uint64 attached) external {
        if (_parcels.length == MAX_PARCELS) return;
        uint32 src = fromBeta ? BETA : ALPHA;
        uint256 before = address(this).balance;
        amount %= tokens[src].balanceOf(address(this)) + 1;
        try tokens[src].bridge{value: attached}(fromBeta ? ALPHA : BETA, address(this), amount) {
            amounts[_parcels.length] = amount;
            _parcels.push(_collectOne());
            ISocket.Fees memory fees = _parcels[_parcels.length - 1].fees;
            logged[src] += uint256(fees.executionFee) + fees.transmissionFees + fees.switchboardFees;
        } catch {}
        paid[src] += before - address(this).balance;
    }

    /// @notice An honest actor takes a message one stage further. Packets are sealed in the order of their queue, so a
    /// message whose turn has not come stays where it is.
    function advance(uint256 seed) external {
        if (_parcels.length == 0) return;
        uint256 index = seed % _parcels.length;
        Stage stage = _stages[index];
        if (stage == Stage.Attested) return _tryExecute(index, _parcels[index], true);
        try this.step(index, stage) {
            _stages[index] = Stage(uint8(stage) + 1);
        } catch {}
    }

    /// @dev Of the contract itself only; external, so that it can be tried.
    function step(uint256 index, Stage stage) external {
        if (msg.sender != address(this)) return;
        if (stage == Stage.Sent) _seal(_parcels[index]);
        if (stage == Stage.Sealed) _propose(_parcels[index]);
        if (stage == Stage.Proposed) _attest(_parcels[index], 0);
    }

    function executeAtAnyStage(uint256 seed) external {
        if (_parcels.length == 0) return;
        uint256 index = seed % _parcels.length;
        _tryExecute(index, _parcels[index], _stages[index] == Stage.Attested);
    }

    function executeChanged(uint256 seed, uint256 amount) external {
        if (_parcels.length == 0) return;
        uint256 index = seed % _parcels.length;
        Parcel memory parcel = _parcels[index];
        parcel.message.payload = abi.encode(address(this), amounts[index] + 1 + (amount % SUPPLY));
        _tryExecute(index, parcel, false);
    }

    /// @notice The attacker proposes and attests a message that was sent, without its actors' keys.
    function impersonate(uint256 seed) external {
        if (_parcels.length == 0) return;
        uint256 index = seed % _parcels.length;
        _proposeAndAttestWithoutRight(_parcels[index]);
        _tryExecute(index, _parcels[index], _stages[index] == Stage.Attested);
    }

    /// @notice The attacker proposes and attests a message that nobody sent.
    function forge(uint256 seed, bool asNewMessage) external {
        if (_parcels.length == 0) return;
        Parcel memory parcel = _parcels[seed % _parcels.length];
        if (asNewMessage) parcel.message.msgId = bytes32(uint256(parcel.message.msgId) + 1000);
        parcel.message.payload = abi.encode(address(this), SUPPLY);
        parcel.packetId = bytes32(uint256(parcel.packetId) + 1000);
        parcel.root = _packedByDestination(parcel);
        _proposeAndAttestWithoutRight(parcel);
        _tryExecute(type(uint256).max, parcel, false);
    }

    function trip(bool onBeta, bool isTripped) external {
        Chain storage chain = _chain(onBeta ? BETA : ALPHA);
        if (chain.switchboard.isGlobalTipped() == isTripped) return;
        uint256 nonce = chain.switchboard.nextNonce(vm.addr(WATCHER_KEY));
        bytes32 action = isTripped ? chain.switchboard.TRIP_GLOBAL() : chain.switchboard.UN_TRIP_GLOBAL();
        bytes memory signature = _sign(WATCHER_KEY, chain.switchboard.tripDigest(action, "", nonce));
        chain.switchboard.grantRole(chain.switchboard.TRIP_ROLE(), vm.addr(WATCHER_KEY));
        chain.switchboard.grantRole(chain.switchboard.UN_TRIP_ROLE(), vm.addr(WATCHER_KEY));
        if (isTripped) chain.switchboard.tripGlobal(nonce, signature);
        else chain.switchboard.unTripGlobal(nonce, signature);
    }

    function withdraw(bool fromBeta, uint256 amount) external {
        uint32 slug = fromBeta ? BETA : ALPHA;
        Chain storage chain = _chain(slug);
        address payable safe = payable(address(0x5afe));
        uint256 before = safe.balance;
        address payee = address(chain.executionManager);
        chain.executionManager.withdrawExecutionFees(safe, amount % (chain.executionManager.feesOf(payee) + 1));
        uint256 earned = chain.executionManager.feesOf(address(chain.switchboard));
        chain.switchboard.withdrawFees(chain.executionManager, safe, amount % (earned + 1));
        earned = chain.executionManager.feesOf(address(chain.transmitManager));
        chain.transmitManager.withdrawFees(chain.executionManager, safe, amount % (earned + 1));
        withdrawn[slug] += safe.balance - before;
    }

    function parcelCount() external view returns (uint256) {
        return _parcels.length;
    }

    function isExecuted(uint256 index) external view returns (bool) {
        return _chain(_parcels[index].dstChainSlug).socket.messageExecuted(_parcels[index].message.msgId);
    }

    /// @notice What a chain's till holds, and what it says it owes.
    function till(uint32 slug) external view returns (uint256 held, uint256 owed) {
        Chain storage chain = _chain(slug);
        held = address(chain.executionManager).balance;
        owed =
            chain.executionManager.feesOf(address(chain.executionManager)) +
            chain.executionManager.feesOf(address(chain.transmitManager)) +
            chain.executionManager.feesOf(address(chain.switchboard));
    }

    function _proposeAndAttestWithoutRight(Parcel memory parcel) private {
        Chain storage chain = _chain(parcel.dstChainSlug);
        bytes memory signature = _sign(EXECUTOR_KEY, _transmitterDigest(parcel));
        try
            chain.socket.proposeForSwitchboard(parcel.packetId, parcel.root, address(chain.switchboard), signature)
        {} catch {}
        signature = _sign(EXECUTOR_KEY, _attestDigest(parcel, 0));
        try chain.switchboard.attest(parcel.packetId, 0, parcel.root, signature) {} catch {}
    }

    function _tryExecute(uint256 index, Parcel memory parcel, bool isLegal) private {
        Chain storage chain = _chain(parcel.dstChainSlug);
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.signature = _sign(EXECUTOR_KEY, _packedByDestination(parcel));
        bool isStopped = chain.switchboard.isGlobalTipped();
        try chain.socket.execute(details, parcel.message) {
            executions[index]++;
            if (!isLegal || isStopped) illegalExecutions++;
        } catch {}
        vm.getRecordedLogs();
    }

    function _packedByDestination(Parcel memory parcel) private view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    parcel.srcChainSlug,
                    address(tokens[parcel.srcChainSlug]),
                    parcel.dstChainSlug,
                    address(tokens[parcel.dstChainSlug]),
                    parcel.message.msgId,
                    parcel.message.minMsgGasLimit,
                    parcel.message.executionParams,
                    parcel.message.executionFee,
                    parcel.message.payload
                )
            );
    }
}
