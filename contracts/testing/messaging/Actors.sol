// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {ICapacitor} from "../../interfaces/ICapacitor.sol";
import {IPlug} from "../../interfaces/IPlug.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {ISwitchboard} from "../../interfaces/ISwitchboard.sol";
import {IDevnetSwitchboard} from "../devnet/IDevnetMessaging.sol";
import {RevertText} from "../RevertText.sol";
import {vm} from "../Vm.sol";
import {ActorSignatures} from "./ActorSignatures.sol";
import {SentMessages} from "./SentMessages.sol";
import {EXECUTOR_KEY, SWITCHBOARD_TIMEOUT, TestChain, TRANSMITTER_KEY, WATCHER_KEY} from "./TestChain.sol";
import {Stage, TestMessage} from "./TestMessage.sol";

/// @title Part of a test that acts as transmitter, watcher and executor, and cheats as they
/// @notice Every signature is real: what the contracts refuse on a real chain, they refuse here.
abstract contract Actors is SentMessages {
    bool private _areAttestationsHeld;
    bytes private _expectedRevertData;
    bool private _expectsRevert;

    /// @notice `expectInboundRevert` was called, and `inbound` of the next message that was executed did not revert so.
    /// Compare both: an empty `actual` means that the message was delivered, or ran out of gas.
    error UnexpectedInbound(bytes32 msgId, bytes expected, bytes actual, bool delivered);

    /// @notice The next execution of a message must revert with an error of this selector.
    /// @dev `expectInboundRevert(Greeter.Rude.selector); deliver();`
    function expectInboundRevert(bytes4 selector) public {
        expectInboundRevert(abi.encodePacked(selector));
    }

    /// @notice The next execution of a message must revert with exactly this data; 4 bytes are any error so called, and
    /// no bytes are what `inbound` reverts with when its gas runs out.
    function expectInboundRevert(bytes memory revertData) public {
        _expectsRevert = true;
        _expectedRevertData = revertData;
    }

    /// @notice Watchers stop attesting, or start again: messages on the fast path stay at PROPOSED.
    function holdAttestations(bool isHeld) public {
        _areAttestationsHeld = isHeld;
    }

    /// @notice The watcher attests a proposed message, however late and even if attestations are held.
    /// @dev A second time, it reverts with the switchboard's AlreadyAttested.
    function attest(bytes32 msgId) public {
        TestMessage storage sent = _message(msgId);
        uint32 slug = sent.dstChainSlug;
        bytes32 digest = keccak256(abi.encode(sent.switchboard, slug, sent.packetId, sent.proposalCount, sent.root));
        bytes memory signature = ActorSignatures.sign(WATCHER_KEY, digest);
        bytes memory call = abi.encodeCall(
            IDevnetSwitchboard.attest,
            (sent.packetId, sent.proposalCount, sent.root, signature)
        );
        (bool success, bytes memory reason) = _tryOn(slug, address(this), sent.switchboard, 0, call);
        if (!success) _revertWith(reason);
        if (sent.stage == Stage.PROPOSED && _isAllowed(sent)) sent.stage = Stage.ATTESTED;
    }

    /// @notice The transmitter proposes a message's packet once more. The next execution is for this proposal.
    function proposeAgain(bytes32 msgId) public {
        _propose(_message(msgId));
    }

    /// @notice Time passes until the optimistic switchboards allow what is proposed now, and the fast ones what nobody
    /// attested.
    function passTimeout() public {
        vm.warp(block.timestamp + SWITCHBOARD_TIMEOUT + 1);
    }

    /// @notice Trips everything on a chain: no message is executed there until `untrip`.
    function trip(uint32 slug) public {
        _tripGlobal(slug, chainOf(slug).switchboard, true);
        _tripGlobal(slug, chainOf(slug).optimisticSwitchboard, true);
    }

    /// @notice Undoes `trip`.
    function untrip(uint32 slug) public {
        _tripGlobal(slug, chainOf(slug).switchboard, false);
        _tripGlobal(slug, chainOf(slug).optimisticSwitchboard, false);
    }

    /// @notice Trips the path from one chain to another, as a watcher of that path.
    function tripPath(uint32 srcChainSlug, uint32 dstChainSlug) public {
        chainOf(srcChainSlug);
        _tripPath(srcChainSlug, dstChainSlug, chainOf(dstChainSlug).switchboard, true);
        _tripPath(srcChainSlug, dstChainSlug, chainOf(dstChainSlug).optimisticSwitchboard, true);
    }

    /// @notice Undoes `tripPath`.
    function untripPath(uint32 srcChainSlug, uint32 dstChainSlug) public {
        chainOf(srcChainSlug);
        _tripPath(srcChainSlug, dstChainSlug, chainOf(dstChainSlug).switchboard, false);
        _tripPath(srcChainSlug, dstChainSlug, chainOf(dstChainSlug).optimisticSwitchboard, false);
    }

    /// @notice Trips the proposal of a message for good. The message arrives only if `proposeAgain` proposes it again.
    function tripProposal(bytes32 msgId) public {
        TestMessage storage sent = _message(msgId);
        IDevnetSwitchboard switchboard = IDevnetSwitchboard(sent.switchboard);
        uint256 nonce = ActorSignatures.nextNonce(WATCHER_KEY, sent.switchboard);
        bytes memory signed = abi.encode(
            keccak256("TRIP_PROPOSAL"),
            switchboard,
            sent.srcChainSlug,
            sent.dstChainSlug,
            nonce,
            sent.packetId,
            sent.proposalCount
        );
        bytes memory signature = ActorSignatures.sign(WATCHER_KEY, keccak256(signed));
        switchboard.tripProposal(nonce, sent.packetId, sent.proposalCount, signature);
    }

    /// @notice Returns the call that executes a message, with the executor's signature, which anybody may submit. For
    /// contracts that deliver one message during another: see ReenteringReceiver.
    /// @return socket The contract to call.
    /// @return value Native value that the message promises to its plug.
    /// @return callData What to call it with.
    function executionOf(bytes32 msgId) public returns (address socket, uint256 value, bytes memory callData) {
        TestMessage storage sent = _message(msgId);
        socket = address(chainOf(sent.dstChainSlug).socket);
        value = sent.executionParams[0] == 0 ? 0 : uint248(uint256(sent.executionParams));
        ISocket.ExecutionDetails memory details = ISocket.ExecutionDetails({
            packetId: sent.packetId,
            proposalCount: sent.proposalCount,
            executionGasLimit: sent.minMsgGasLimit,
            decapacitorProof: "",
            signature: ActorSignatures.sign(EXECUTOR_KEY, sent.root)
        });
        ISocket.MessageDetails memory content = ISocket.MessageDetails(
            sent.msgId,
            sent.executionFee,
            sent.minMsgGasLimit,
            sent.executionParams,
            sent.payload
        );
        callData = abi.encodeCall(ISocket.execute, (details, content));
    }

    /// @dev Advances a message by one stage. Returns false if it has to stay where it is.
    function _advance(TestMessage storage sent) internal returns (bool) {
        if (sent.stage == Stage.EXECUTION_SUCCESS) return false;
        if (sent.stage == Stage.RECEIVED) return _sealUpTo(sent);
        if (sent.stage == Stage.SEALED) return _propose(sent);
        if (sent.stage == Stage.PROPOSED) return _verify(sent);
        return _isAllowed(sent) && _execute(sent);
    }

    /// @dev Returns whether the message's switchboard lets it be executed now.
    function _isAllowed(TestMessage storage sent) internal view returns (bool) {
        return
            ISwitchboard(sent.switchboard).allowPacket(
                sent.root,
                sent.packetId,
                sent.proposalCount,
                sent.srcChainSlug,
                sent.proposedAt
            );
    }

    /// @dev Returns the switchboard that the message's destination plug trusts; zero if it is not connected.
    function _inboundSwitchboard(TestMessage storage sent) internal view returns (address switchboard) {
        ISocket socket = chainOf(sent.dstChainSlug).socket;
        (, switchboard, , , ) = socket.getPlugConfig(sent.dstPlug, sent.srcChainSlug);
    }

    /// @dev Returns the switchboard that the packet is proposed for: the sibling of the one that it was sent through, as the
    /// deployed transmitters choose it. If the destination plug trusts another one, the message is never executed. A
    /// switchboard of the author's own has no known sibling: for its packets it is the one that the plug trusts. Zero if the
    /// destination plug is not connected.
    function _siblingSwitchboard(TestMessage storage sent) private view returns (address) {
        address trusted = _inboundSwitchboard(sent);
        if (trusted == address(0)) return trusted;
        TestChain memory src = chainOf(sent.srcChainSlug);
        TestChain memory dst = chainOf(sent.dstChainSlug);
        address capacitor = address(uint160(uint256(sent.packetId) >> 64));
        if (capacitor == src.socket.capacitors__(src.switchboard, dst.slug)) return dst.switchboard;
        if (capacitor == src.socket.capacitors__(src.optimisticSwitchboard, dst.slug)) return dst.optimisticSwitchboard;
        return trusted;
    }

    /// @dev A packet can only be sealed when all before it are.
    function _sealUpTo(TestMessage storage sent) private returns (bool) {
        address capacitor = address(uint160(uint256(sent.packetId) >> 64));
        ISocket socket = chainOf(sent.srcChainSlug).socket;
        uint32 before = currentSlug();
        useChain(sent.srcChainSlug);
        while (sent.stage == Stage.RECEIVED) {
            (bytes32 root, uint64 count) = ICapacitor(capacitor).getNextPacketToBeSealed();
            bytes32 packetId = bytes32(((uint256(sent.packetId) >> 64) << 64) | count);
            socket.seal(1, capacitor, ActorSignatures.signPacket(TRANSMITTER_KEY, sent.dstChainSlug, packetId, root));
            _messages[_msgIdOfPacket[packetId]].stage = Stage.SEALED;
        }
        useChain(before);
        return true;
    }

    function _propose(TestMessage storage sent) private returns (bool) {
        address switchboard = _siblingSwitchboard(sent);
        if (switchboard == address(0)) return false;
        ISocket socket = chainOf(sent.dstChainSlug).socket;
        uint32 before = currentSlug();
        useChain(sent.dstChainSlug);
        sent.switchboard = switchboard;
        sent.proposalCount = socket.proposalCount(sent.packetId);
        sent.proposedAt = block.timestamp;
        socket.proposeForSwitchboard(
            sent.packetId,
            sent.root,
            switchboard,
            ActorSignatures.signPacket(TRANSMITTER_KEY, sent.dstChainSlug, sent.packetId, sent.root)
        );
        sent.stage = Stage.PROPOSED;
        useChain(before);
        return true;
    }

    function _verify(TestMessage storage sent) private returns (bool) {
        bool isFast = sent.switchboard == chainOf(sent.dstChainSlug).switchboard;
        if (isFast && !_areAttestationsHeld && !_isAttested(sent)) attest(sent.msgId);
        if (!_isAllowed(sent)) return false;
        sent.stage = Stage.ATTESTED;
        return true;
    }

    /// @dev Returns the gas that `inbound` of a message uses now; zero if it reverts.
    function _inboundGasOf(bytes32 msgId) private returns (uint256) {
        // A simulation forgets the logs that nobody has read.
        _collect();
        (bool success, bytes memory data) = address(this).call(abi.encodeWithSignature("inboundGasOf(bytes32)", msgId));
        return success ? abi.decode(data, (uint256)) : 0;
    }

    /// @dev A second proposal of a root that the watcher has attested is valid without another attestation.
    function _isAttested(TestMessage storage sent) private view returns (bool) {
        (bool success, bytes memory data) = sent.switchboard.staticcall(
            abi.encodeWithSignature("isAttested(address,bytes32)", vm.addr(WATCHER_KEY), sent.root)
        );
        return success && abi.decode(data, (bool));
    }

    /// @dev Returns whether `inbound` succeeded.
    function _execute(TestMessage storage sent) private returns (bool delivered) {
        (address socket, uint256 value, bytes memory call) = executionOf(sent.msgId);
        uint32 before = currentSlug();
        uint256 gasUsed = _isReported ? _inboundGasOf(sent.msgId) : 0;
        useChain(sent.dstChainSlug);
        sent.attempts++;
        vm.deal(address(this), address(this).balance + value);
        bytes memory reason;
        (delivered, reason) = socket.call{value: value}(call);
        if (delivered) {
            sent.stage = Stage.EXECUTION_SUCCESS;
            reason = "";
        }
        sent.revertData = reason;
        useChain(before);
        _collectFrom(address(0), IPlug.inbound.selector);
        if (delivered && gasUsed > 0) _recordInbound(sent.msgId, gasUsed, sent.minMsgGasLimit);
        _checkExpectation(sent.msgId, delivered, reason);
    }

    function _checkExpectation(bytes32 msgId, bool delivered, bytes memory reason) private {
        if (!_expectsRevert) return;
        bytes memory expected = _expectedRevertData;
        _expectsRevert = false;
        if (delivered || !RevertText.matches(reason, expected))
            revert UnexpectedInbound(msgId, expected, reason, delivered);
    }

    function _tripGlobal(uint32 slug, address switchboard, bool isTripped) private {
        uint256 nonce = ActorSignatures.nextNonce(WATCHER_KEY, switchboard);
        bytes32 action = keccak256(bytes(isTripped ? "TRIP_GLOBAL" : "UN_TRIP_GLOBAL"));
        bytes memory signed = abi.encode(action, switchboard, slug, nonce, isTripped);
        bytes memory signature = ActorSignatures.sign(WATCHER_KEY, keccak256(signed));
        if (isTripped) IDevnetSwitchboard(switchboard).tripGlobal(nonce, signature);
        else IDevnetSwitchboard(switchboard).unTrip(nonce, signature);
    }

    function _tripPath(uint32 srcChainSlug, uint32 dstChainSlug, address switchboard, bool isTripped) private {
        uint256 nonce = ActorSignatures.nextNonce(WATCHER_KEY, switchboard);
        bytes32 action = keccak256(bytes(isTripped ? "TRIP_PATH" : "UN_TRIP_PATH"));
        bytes memory signed = abi.encode(action, switchboard, srcChainSlug, dstChainSlug, nonce, isTripped);
        bytes memory signature = ActorSignatures.sign(WATCHER_KEY, keccak256(signed));
        if (isTripped) IDevnetSwitchboard(switchboard).tripPath(nonce, srcChainSlug, signature);
        else IDevnetSwitchboard(switchboard).unTripPath(nonce, srcChainSlug, signature);
    }
}
