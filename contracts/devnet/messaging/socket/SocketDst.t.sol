// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {MoodyPlug} from "../../../fixtures/MoodyPlug.sol";
import {OddPlug} from "../../../../test/fixtures/solidity/OddPlug.sol";
import {TwoChains} from "../../../../test/fixtures/solidity/TwoChains.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";

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

    /// @dev Everything is wrong at first, and each step repairs what the last error named.
    function test_execute_checksInTheDeployedOrder() public {
        Parcel memory parcel = _sentWithValue(5);
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        ISocket.MessageDetails memory message = parcel.message;
        bytes memory signature = details.signature;
        details.packetId = 0;
        details.executionGasLimit -= 1;
        details.signature = _sign(STRANGER_KEY, parcel.root);

        vm.expectRevert(ISocket.LowGasLimit.selector);
        beta.socket.execute(details, message);
        details.executionGasLimit += 1;
        vm.expectRevert(ISocket.InvalidPacketId.selector);
        beta.socket.execute(details, message);
        details.packetId = parcel.packetId ^ bytes32(uint256(1) << 224);
        vm.expectRevert(ISocket.ErrInSourceValidation.selector);
        beta.socket.execute(details, message);
        details.packetId = parcel.packetId;
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        beta.socket.execute(details, message);
        _seal(parcel);
        _propose(parcel);
        vm.expectRevert(ISocket.NotExecutor.selector);
        beta.socket.execute(details, message);
        details.signature = signature;
        vm.expectRevert(ISocket.InsufficientMsgValue.selector);
        beta.socket.execute(details, message);
        vm.expectRevert(ISocket.VerificationFailed.selector);
        beta.socket.execute{value: 5}(details, message);
        _attest(parcel, 0);
        _executeChanged(details, message);
        destination.refuse(message.payload, true);
        vm.expectRevert(abi.encodeWithSelector(MoodyPlug.InABadMood.selector, message.payload));
        beta.socket.execute{value: 5}(details, message);
        destination.refuse(message.payload, false);
        beta.socket.execute{value: 5}(details, message);

        details.packetId = 0;
        details.executionGasLimit = 0;
        vm.expectRevert(ISocket.MessageAlreadyExecuted.selector);
        beta.socket.execute(details, message);
    }

    function test_execute_revertsWhenPlugNeverConnected() public {
        MoodyPlug unconnected = new MoodyPlug(beta.socket, address(this));
        source.connect(BETA, address(unconnected), address(alpha.switchboard));
        Parcel memory parcel = _attested();
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        _execute(parcel);
    }

    /// @dev Without a sibling the hash is another one, which nobody signed.
    function test_execute_revertsWhenPlugDisconnectedSince() public {
        Parcel memory parcel = _attested();
        destination.connect(ALPHA, address(0), address(beta.switchboard));
        vm.expectRevert(ISocket.NotExecutor.selector);
        _execute(parcel);
    }

    function test_execute_revertsWhenProposedToAnotherSwitchboard() public {
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        _seal(parcel);
        _proposeTo(address(beta.optimisticSwitchboard), parcel);
        vm.warp(block.timestamp + TIMEOUT + 1);
        vm.expectRevert(ISocket.PacketNotProposed.selector);
        _execute(parcel);
    }

    function test_execute_usesAnyProposalOfThePlugsSwitchboard() public {
        source.send{value: 1 ether}(BETA, "hello");
        Parcel memory parcel = _collectOne();
        _seal(parcel);
        _proposeTo(address(beta.optimisticSwitchboard), parcel);
        _propose(parcel);
        _attest(parcel, 1);
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.proposalCount = 1;
        beta.socket.execute(details, parcel.message);
        vm.assertEq(destination.received(), 1, "received");
    }

    function test_execute_revertsWhenLimitIsBelowTheMinimum() public {
        Parcel memory parcel = _attested();
        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        details.executionGasLimit -= 1;
        vm.expectRevert(ISocket.LowGasLimit.selector);
        beta.socket.execute(details, parcel.message);
    }

    /// @dev The socket leaves it to the executor to send enough. A starved message reverts and can be executed again.
    function test_execute_starvesThePlugWhenTheTransactionHasTooLittleGas() public {
        OddPlug odd = new OddPlug(beta.socket, address(this));
        odd.connect(ALPHA, address(source), address(beta.switchboard));
        source.connect(BETA, address(odd), address(alpha.switchboard));
        source.sendRaw{value: 1 ether}(BETA, 3e6, 0, 0, "");
        Parcel memory parcel = _collectOne();
        _sealProposeAttest(parcel);

        ISocket.ExecutionDetails memory details = _executionDetails(parcel);
        vm.expectRevert();
        beta.socket.execute{gas: 110_000}(details, parcel.message);
        beta.socket.execute{gas: 500_000}(details, parcel.message);
        vm.assertLe(odd.gasAtInbound(), 500_000);
        vm.assertEq(odd.received(), 1, "received");
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

    function _executeChanged(ISocket.ExecutionDetails memory details, ISocket.MessageDetails memory message) private {
        bytes memory signature = details.signature;
        bytes memory payload = message.payload;
        message.payload = "changed";
        details.signature = _sign(EXECUTOR_KEY, _pack(address(source), message));
        vm.expectRevert(ISocket.InvalidProof.selector);
        beta.socket.execute{value: 5}(details, message);
        message.payload = payload;
        details.signature = signature;
    }

    function _sentWithValue(uint256 value) private returns (Parcel memory) {
        source.sendRaw{value: 1 ether}(BETA, 200_000, bytes32((uint256(1) << 248) | value), 0, "hello");
        return _collectOne();
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
