// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../test/MoodyPlug.sol";
import {OddPlug} from "../../../../test/fixtures/contracts/OddPlug.sol";
import {TwoChains} from "../../../../test/fixtures/contracts/TwoChains.sol";
import {vm} from "../../../../test/fixtures/contracts/Vm.sol";

contract SocketDstTest is TwoChains {
    MoodyPlug private source;
    MoodyPlug private destination;

    function setUp() public {
        source = new MoodyPlug(alpha.socket, address(this));
        destination = new MoodyPlug(beta.socket, address(this));
        source.connect(BETA, address(destination), address(alpha.switchboard));
        destination.connect(ALPHA, address(source), address(beta.switchboard));
        vm.deal(address(this), 1e6 ether);
        vm.getRecordedLogs();
    }

    function testFuzz_execute_deliversWhatWasSent(bytes calldata data, uint64 above) public {
        bytes calldata payload = data.length > 1000 ? data[:1000] : data;
        uint256 fee = source.minFees(BETA, 1e6, payload.length);
        source.sendRaw{value: fee + above}(BETA, 1e6, 0, 0, payload);
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);
        vm.expectEmit(address(beta.socket));
        emit ISocket.ExecutionSuccess(parcel.message.msgId);
        _execute(parcel);
        vm.assertTrue(beta.socket.messageExecuted(parcel.message.msgId));
        vm.assertEq(destination.lastPayload(), payload);
    }

    /// @dev Any change of a message gives another hash, which no executor signed and no packet contains.
    function testFuzz_execute_revertsWhenMessageWasChanged(uint8 field, uint8 bit) public {
        Parcel memory parcel = _attested();
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        ISocket.MessageDetails memory message = parcel.message;
        uint256 flip = uint256(1) << (bit % 16);
        if (field % 5 == 0) message.msgId ^= bytes32(flip);
        if (field % 5 == 1) message.executionFee ^= flip;
        if (field % 5 == 2) message.minMsgGasLimit ^= flip;
        if (field % 5 == 3) message.executionParams ^= bytes32(flip);
        if (field % 5 == 4) message.payload = abi.encodePacked(message.payload, bit);
        details.executionGasLimit = 1e6;

        vm.expectRevert(ISocket.NotExecutor.selector);
        beta.socket.execute(details, message);

        details.signature = _sign(EXECUTOR_KEY, _pack(address(source), message));
        vm.expectRevert(ISocket.InvalidProof.selector);
        beta.socket.execute(details, message);
    }

    /// @dev Even if an executor signs anything, a plug receives messages from its sibling only.
    function test_execute_revertsWhenSenderIsNotTheSibling() public {
        MoodyPlug stranger = new MoodyPlug(alpha.socket, address(this));
        stranger.connect(BETA, address(destination), address(alpha.switchboard));
        stranger.send{value: 1 ether}(BETA, "forged");
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);

        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.signature = _sign(EXECUTOR_KEY, _pack(address(source), parcel.message));
        vm.expectRevert(ISocket.InvalidProof.selector);
        beta.socket.execute(details, parcel.message);
    }

    function test_execute_revertsTheSecondTime() public {
        Parcel memory parcel = _attested();
        _execute(parcel);
        vm.expectRevert(ISocket.MessageAlreadyExecuted.selector);
        _execute(parcel);
        vm.assertEq(destination.received(), 1, "received");
    }

    function test_execute_revertsWhenPlugExecutesItsOwnMessage() public {
        OddPlug odd = new OddPlug(beta.socket, address(this));
        odd.connect(ALPHA, address(source), address(beta.switchboard));
        source.connect(BETA, address(odd), address(alpha.switchboard));
        source.sendRaw{value: 1 ether}(BETA, 2e6, 0, 0, "again");
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);

        bytes memory again = abi.encodeCall(ISocket.execute, (_executionDetails(parcel), parcel.message));
        odd.callOnNextMessage(address(beta.socket), again);
        vm.expectRevert(ISocket.MessageAlreadyExecuted.selector);
        _execute(parcel);
    }

    function test_execute_revertsAtEveryStageThatIsMissing() public {
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        _execute(parcel);
        _seal(parcel);
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        _execute(parcel);
        _propose(parcel);
        vm.expectRevert(ISocket.VerificationFailed.selector);
        _execute(parcel);
        _attest(parcel, 0);
        _execute(parcel);
    }

    function test_execute_revertsWhenSignedByStranger() public {
        Parcel memory parcel = _attested();
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.signature = _sign(STRANGER_KEY, parcel.root);
        vm.expectRevert(ISocket.NotExecutor.selector);
        beta.socket.execute(details, parcel.message);
    }

    function test_execute_revertsWhenPacketIsNoneOrOfAnotherChain() public {
        Parcel memory parcel = _attested();
        parcel.packetId ^= bytes32(uint256(1) << 224);
        vm.expectRevert(ISocket.ErrInSourceValidation.selector);
        _execute(parcel);
        parcel.packetId = 0;
        vm.expectRevert(ISocket.InvalidPacketId.selector);
        _execute(parcel);
    }

    function test_execute_revertsWhenPlugDisconnected() public {
        Parcel memory parcel = _attested();
        destination.connect(ALPHA, address(0), address(beta.switchboard));
        vm.expectRevert(ISocket.PlugDisconnected.selector);
        _execute(parcel);
    }

    function test_execute_revertsWhenLimitIsBelowTheMinimum() public {
        Parcel memory parcel = _attested();
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.executionGasLimit -= 1;
        vm.expectRevert(ISocket.LowGasLimit.selector);
        beta.socket.execute(details, parcel.message);
    }

    /// @dev With any amount of gas, the plug gets all the gas that was promised, or the execution reverts.
    function testFuzz_execute_neverStarvesThePlug(uint32 gasSeed, uint32 limitSeed, uint16 size) public {
        uint256 limit = 100_000 + (limitSeed % 2_000_000);
        OddPlug odd = new OddPlug(beta.socket, address(this));
        odd.connect(ALPHA, address(source), address(beta.switchboard));
        source.connect(BETA, address(odd), address(alpha.switchboard));
        bytes32 oneWei = bytes32((uint256(1) << 248) | 1);
        source.sendRaw{value: 1 ether}(BETA, limit, oneWei, 0, new bytes(size % 3001));
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);

        bytes memory call = abi.encodeCall(ISocket.execute, (_executionDetails(parcel), parcel.message));
        uint256 gasLimit = (limit * 64) / 63 + (gasSeed % 200_000);
        (bool success, bytes memory data) = address(beta.socket).call{gas: gasLimit, value: 1}(call);
        // The plug spends some gas before it measures, mostly to read its sibling.
        if (success) vm.assertGe(odd.gasAtInbound() + 3_500, limit);
        else if (data.length > 0) vm.assertEq(bytes32(data), bytes32(ISocket.LowGasLimit.selector));
        vm.assertEq(odd.received(), success ? 1 : 0, "received");
    }

    function test_execute_revertsWithThePlugsOwnErrorAndCanBeRepeated() public {
        Parcel memory parcel = _attested();
        destination.refuse(parcel.message.payload, true);
        vm.expectRevert(abi.encodeWithSelector(MoodyPlug.InABadMood.selector, parcel.message.payload));
        _execute(parcel);
        vm.assertFalse(beta.socket.messageExecuted(parcel.message.msgId));

        destination.refuse(parcel.message.payload, false);
        _execute(parcel);
        vm.assertEq(destination.received(), 1, "received");
    }

    function testFuzz_execute_deliversTheValueOfTheMessage(uint64 valueSeed) public {
        uint256 value = 1 + (valueSeed % 1 ether);
        source.sendRaw{value: 10 ether}(BETA, 200_000, bytes32((uint256(1) << 248) | value), 0, "");
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);

        vm.expectRevert(ISocket.InsufficientMsgValue.selector);
        beta.socket.execute{value: value - 1}(details, parcel.message);
        beta.socket.execute{value: value}(details, parcel.message);
        vm.assertEq(destination.receivedValue(), value, "delivered");
        vm.assertEq(address(beta.socket).balance, 0, "left in the socket");
    }

    function test_proposeForSwitchboard_logsTheSignerWhoeverSubmits() public {
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        address switchboard = address(beta.switchboard);
        for (uint256 count = 0; count < 2; count++) {
            vm.assertFalse(beta.socket.isPacketProposed(parcel.packetId, count, switchboard));
            vm.expectEmit(address(beta.socket));
            emit ISocket.PacketProposed(vm.addr(TRANSMITTER_KEY), parcel.packetId, count, parcel.root, switchboard);
            _propose(parcel);
            vm.assertTrue(beta.socket.isPacketProposed(parcel.packetId, count, switchboard));
            vm.assertEq(beta.socket.packetIdRoots(parcel.packetId, count, switchboard), parcel.root);
            vm.assertEq(beta.socket.rootProposedAt(parcel.packetId, count, switchboard), block.timestamp);
        }
        vm.assertEq(beta.socket.proposalCount(parcel.packetId), 2, "proposals");
    }

    function test_proposeForSwitchboard_revertsWhenSignedByStrangerOrForAnotherChain() public {
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        address switchboard = address(beta.switchboard);
        bytes memory signature = _sign(STRANGER_KEY, _transmitterDigest(parcel));
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        beta.socket.proposeForSwitchboard(parcel.packetId, parcel.root, switchboard, signature);

        parcel.dstChainSlug = ALPHA;
        signature = _sign(TRANSMITTER_KEY, _transmitterDigest(parcel));
        vm.expectRevert(ISocket.InvalidTransmitter.selector);
        beta.socket.proposeForSwitchboard(parcel.packetId, parcel.root, switchboard, signature);
    }

    function test_proposeForSwitchboard_revertsWithoutPacketIdOrRoot() public {
        vm.expectRevert(ISocket.InvalidPacketId.selector);
        beta.socket.proposeForSwitchboard(0, "root", address(beta.switchboard), "");
        vm.expectRevert(ISocket.InvalidRoot.selector);
        beta.socket.proposeForSwitchboard("packet", 0, address(beta.switchboard), "");
    }

    function _attested() private returns (Parcel memory parcel) {
        source.send{value: 1 ether}(BETA, "hello");
        parcel = _collectOne();
        _sealProposeAttest(parcel);
    }

    function _pack(address srcPlug, ISocket.MessageDetails memory message) private view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    ALPHA,
                    srcPlug,
                    BETA,
                    address(destination),
                    message.msgId,
                    message.minMsgGasLimit,
                    message.executionParams,
                    message.executionFee,
                    message.payload
                )
            );
    }
}
